#include "checker/trace/story.hpp"
#include "tests/catch.hpp"
#include "tests/trace/traced.hpp"

using namespace kit;
using namespace kit::tests;

namespace {

constexpr TextStyle plain{false, 100};

/// Number of thread (x,y,z) of a block of 8 by 8 by 8.
constexpr std::uint32_t thread_of_8(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return (z * 8 + y) * 8 + x;
}

} // namespace

TEST_CASE("a thread's story names what it read, from whom, and what it wrote") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const std::string story = thread_story(recorded, {0, thread_of_8(2, 2, 2)}, plain);
    CHECK_THAT(story, ContainsSubstring("reads     in[91] (i = 1, j = 1, k = 1)"));
    CHECK_THAT(story, ContainsSubstring("writes    tile[2][2][2]"));
    CHECK_THAT(story, ContainsSubstring("512 threads meet at this barrier"));
    CHECK_THAT(story, ContainsSubstring("its own"));
    CHECK_THAT(story, ContainsSubstring("from thread (1,2,2) before line 52"));
    CHECK_THAT(story, ContainsSubstring("writes    out[91] (i = 1, j = 1, k = 1)"));
    CHECK_THAT(story, ContainsSubstring("The thread ends."));
    CHECK_THAT(story, !ContainsSubstring("no thread has written"));
}

TEST_CASE("the branches that a thread does not take are told where others take them") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const std::string story = thread_story(recorded, {0, thread_of_8(0, 0, 0)}, plain);
    // A block of 8³ threads on 9³ cells: 7³ load, of its 6³ outputs 5³ are inner cells, and the thread is at a corner.
    const std::size_t load = story.find("46 │");
    const std::size_t others_load =
        story.find("not run by this thread, but by 343 others of the block");
    const std::size_t barrier = story.find("512 threads meet at this barrier");
    const std::size_t sum = story.find("61 │");
    const std::size_t others_add =
        story.find("not run by this thread, but by 125 others of the block");
    const std::size_t end = story.find("The thread reads and writes no array, and ends.");
    CHECK(load < others_load);
    CHECK(others_load < barrier);
    CHECK(barrier < sum);
    CHECK(sum < others_add);
    CHECK(others_add < end);
    CHECK(end != std::string::npos);
}

TEST_CASE("the steps of a march are numbered, from where its loop begins") {
    const Traced traced(6);
    const RecordedLaunch recorded = traced.launch(9, 0);
    for (const std::uint32_t thread : {3 * 32 + 3, 31 * 32 + 31}) { // the second one only waits
        const std::string story = thread_story(recorded, {0, thread}, plain);
        // A step for each inner plane, and one that finds the grid's end.
        CHECK_THAT(story, ContainsSubstring("Step 1\n"));
        CHECK_THAT(story, ContainsSubstring("\n\nStep 7\n"));
        CHECK_THAT(story, !ContainsSubstring("Step 10"));
        CHECK_THAT(story, !ContainsSubstring("\n\n\n"));
    }
    // Plane 0 is loaded before the march, plane 1 in its first step.
    const std::string story = thread_story(recorded, {0, 3 * 32 + 3}, plain);
    CHECK(story.find("in[20] (i = 0, j = 2, k = 2)") < story.find("Step 1"));
    CHECK(story.find("Step 1") < story.find("in[101] (i = 1, j = 2, k = 2)"));
    CHECK_THAT(thread_story(Traced(5).launch(9, 0), {0, 0}, plain), !ContainsSubstring("Step"));
}

TEST_CASE("a read of shared memory says which cell it holds") {
    const Traced traced(5);
    const std::string story = thread_story(traced.launch(9, 0), {0, thread_of_8(2, 2, 2)}, plain);
    CHECK_THAT(story, ContainsSubstring("tile[2][2][1] (i = 1, j = 1, k = 0)"));
    CHECK_THAT(story, ContainsSubstring("tile[3][2][2] (i = 2, j = 1, k = 1)"));
}

TEST_CASE("without its barrier a thread reads what nothing orders") {
    const Traced traced(5, "__syncthreads();", "");
    const RecordedLaunch recorded = traced.launch(9, 0);
    const std::string story = thread_story(recorded, {0, thread_of_8(2, 2, 2)}, plain);
    CHECK_THAT(story, ContainsSubstring("from thread (1,2,2), with no barrier between"));
    CHECK_THAT(story, ContainsSubstring("no thread has written it"));
}

TEST_CASE("an access past the array is told as one") {
    const Traced traced(4, "i >= 1 && i <= n - 2", "i >= 1");
    const RecordedLaunch recorded = traced.launch(9, std::nullopt);
    REQUIRE_FALSE(recorded.findings.empty());
    const Finding& finding = recorded.findings.front();
    const auto& launch = recorded.observation.launch;
    const auto& block = finding.threads.front().block;
    const auto& thread = finding.threads.front().thread;
    const std::string story = thread_story(
        recorded,
        {(std::uint64_t{block[2]} * launch.grid[1] + block[1]) * launch.grid[0] + block[0],
         (thread[2] * launch.block[1] + thread[1]) * launch.block[0] + thread[0]},
        plain);
    CHECK_THAT(story, ContainsSubstring("outside the array"));
}

TEST_CASE("a warp's requests show lanes by sector") {
    const Traced traced(5);
    const RecordedLaunch recorded = traced.launch(9, 0);
    const std::string story = warp_story(recorded, {0, thread_of_8(2, 1, 1)}, plain);
    CHECK_THAT(story, ContainsSubstring("load of in: 21 lanes, 4 sectors; 3 would hold the bytes"));
    CHECK_THAT(story, ContainsSubstring("in[8]             ·   17   18   19   20   21   22   23"));
    CHECK_THAT(story, ContainsSubstring("store to tile: 21 lanes, no bank conflict"));
}
