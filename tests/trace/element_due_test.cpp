// What is said of a thread's elements: nothing of right kernels, and the element that was due of wrong ones.
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/element_due.hpp"
#include "checker/trace/thread_places.hpp"
#include "tests/catch.hpp"
#include "tests/trace/traced.hpp"

using namespace kit;
using namespace kit::tests;

namespace {

/// As if the cell were wrong.
std::string said_of_cell(const Traced& kernel, std::int64_t side, std::int64_t element) {
    const auto record = [&](std::optional<std::uint64_t> block) {
        return std::make_shared<const RecordedLaunch>(kernel.launch(side, block));
    };
    const auto launched = record(std::nullopt);
    const RecordedLaunch& all = *launched;
    Finding wrong{.kind = FindingKind::wrong_output};
    wrong.array = argument_name(all.lab, KernelArgument::Role::output);
    wrong.index = element;
    const auto thread = thread_of(wrong, all, record);
    REQUIRE(thread);
    const ElementDue due = element_due(wrong, *record(thread->block), *thread);
    return due.kind == ElementDue::Kind::all_read ? "" : due.sentences;
}

std::string said_of_first_error(const Traced& kernel, std::int64_t side) {
    const RecordedLaunch first = kernel.launch(side, 0);
    for (const Finding& finding : first.findings) {
        if (finding.severity == Severity::error) {
            return element_due(finding,
                               [&](std::optional<std::uint64_t> block) {
                                   return std::make_shared<const RecordedLaunch>(
                                       kernel.launch(side, block));
                               })
                .sentences;
        }
    }
    return "no error";
}

} // namespace

TEST_CASE("nothing is said of right kernels' threads") {
    for (const int lab : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
        const Traced solution(lab);
        const std::int64_t side = 9;
        const RecordedLaunch all = solution.launch(side, std::nullopt);
        INFO("lab " << lab);
        CHECK(mistaken_places(all, true) == "");
        const std::int64_t cells = all.extents.cells();
        for (std::int64_t at = 0; at < cells; at += 1 + cells / 40) {
            const auto cell = all.extents.cell(at);
            const bool is_inner =
                std::all_of(cell.begin(), cell.begin() + all.lab.axes,
                            [&](std::int64_t along) { return along > 0 && along < side - 1; });
            INFO(at);
            if (is_inner) {
                CHECK(said_of_cell(solution, side, at) == "");
            }
        }
    }
}

TEST_CASE("the element that a thread read and the one that was due") {
    CHECK(said_of_cell(Traced(4, "in[here - plane]", "in[here - row]"), 5, 31) ==
          "Thread (1,1,1) of block (0,0,0) computes out[1][1][1]. It does not read in[0][1][1] "
          "(element 6), a term of its sum.");
    CHECK(said_of_cell(Traced(5, "tile[tz - 1][ty][tx]", "tile[tz][ty][tx]"), 5, 31) ==
          "Thread (2,2,2) of block (0,0,0) computes out[1][1][1]. In line 64 it once more reads "
          "tile[2][2][2], which holds in[1][1][1]. It does not read in[0][1][1], "
          "another term: tile[1][2][2] holds it. What it reads lies one plane too far along i.");
    CHECK_THAT(said_of_cell(Traced(7, "plane[ty][tx] = here;", "plane[ty][tx] = above;"), 5, 31),
               ContainsSubstring("Each time it reads one plane too far along i."));
    CHECK_THAT(
        said_of_first_error(Traced(4, "i >= 1 && ", ""), 5),
        ContainsSubstring("a boundary cell: it keeps its value, and no thread may compute it"));
    CHECK_THAT(said_of_first_error(Traced(3, "tile[at - begin] = f[at]", "tile[at] = f[at]"), 300),
               ContainsSubstring("that is the index in f"));
}

TEST_CASE("a rule by which all threads take wrong cells") {
    const Traced exchanged(1, "blockIdx.x * BLOCK + threadIdx.x",
                           "threadIdx.x * BLOCK + blockIdx.x");
    CHECK_THAT(mistaken_places(exchanged.launch(600, std::nullopt), true),
               ContainsSubstring("threadIdx.x times the block's threads plus blockIdx.x"));
    const Traced twice(7, "plane[ty][tx] = here;",
                       "plane[ty][tx] = has_cell ? in[(i * n + j) * n + k] : 0.0f;");
    CHECK_THAT(loaded_twice(twice.launch(5, 0)), ContainsSubstring("and again in line"));
}
