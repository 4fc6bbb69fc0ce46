// Traces in pages: what is counted of a recording, what is drawn, and that neither goes stale nor gives the kernel away.
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "handouts/builder/handbook.hpp"
#include "handouts/builder/page_review.hpp"
#include "handouts/builder/sources/sources.hpp"
#include "handouts/builder/traces/drawing.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>

namespace {

const kit::PageTrace& trace_of(const std::string& words) {
    return kit::recorded_trace(kit::source_root(), kit::trace_request(words));
}

std::int64_t count_in(const std::string& words, const std::string& name) {
    return kit::account_of(trace_of(words)).counts.at(name);
}

std::string reviewed_trace(const std::string& page) {
    std::string all;
    for (const kit::Problem& problem : kit::review_page("handouts/05.md", page, kit::source_root(),
                                                        kit::marker_sources(kit::source_root()))
                                           .problems) {
        all += kit::text(problem) + "\n";
    }
    return all;
}

/// A tree whose labs are the kit's.
void link_labs(const TemporaryFolder& tree) {
    for (const char* folder : {"labs", "solutions"}) {
        std::filesystem::create_directory_symlink(kit::source_root() / folder,
                                                  tree.path() / folder);
    }
}

constexpr const char* tiling = "5 thread=3,3,3";

} // namespace

TEST_CASE("a recording is counted: the basic kernel loads a cell seven times, the tiled one once") {
    const kit::TraceAccount& basic = kit::account_of(trace_of("4 thread=3,3,3"));
    CHECK(basic.counts.at("thread-loads") == 7);
    CHECK(basic.counts.at("outputs") == 7 * 7 * 7);
    CHECK(basic.counts.at("loads") == 7 * 7 * 7 * 7);
    CHECK(basic.counts.at("most-loads") == 7);
    CHECK(basic.counts.at("barriers") == 0);
    CHECK(basic.at(3, 3, 3).thread_stores);
    CHECK(basic.at(3, 3, 4).thread_loads);
    CHECK_FALSE(basic.at(3, 4, 4).thread_loads);
    CHECK(basic.at(1, 1, 1).loads == 4);

    const kit::TraceAccount& tiled = kit::account_of(trace_of(tiling));
    CHECK(tiled.counts.at("thread-loads") == 1);
    CHECK(tiled.counts.at("thread-shared-reads") == 7);
    CHECK(tiled.counts.at("loads") == tiled.counts.at("loaded-cells"));
    CHECK(tiled.counts.at("most-loads") == 1);
    CHECK(tiled.at(2, 2, 2).thread_stores);
    CHECK(tiled.at(2, 2, 3).thread_reads);
    CHECK(tiled.at(0, 0, 2).loads == 1);
    CHECK_FALSE(tiled.at(0, 0, 2).is_read);
    REQUIRE(tiled.march.size() == 2);
    CHECK(tiled.march[0][2].is_loaded);
    CHECK_FALSE(tiled.march[0][2].is_stored);
    CHECK(tiled.march[1][2].is_stored);
}

TEST_CASE("a march reads three planes from shared memory, with registers one") {
    const std::string thread = " thread=3,3,0";
    CHECK(count_in("6" + thread, "thread-shared-reads") == 7);
    CHECK(count_in("7" + thread, "thread-shared-reads") == 4);
    CHECK(count_in("6" + thread, "loads") == count_in("7" + thread, "loads"));
    CHECK(count_in("7" + thread, "thread-loads") == 3);
    for (const auto& step : kit::account_of(trace_of("7" + thread)).march) {
        CHECK(std::ranges::count_if(
                  step, [](const kit::PlaneMoment& moment) { return moment.is_read; }) <= 1);
    }
}

TEST_CASE("a request's sectors are those of the warp in which the thread is") {
    CHECK(count_in("9 grid=18 block=1,1,1 thread=0,3,3", "lanes") == 32);
    CHECK(count_in("9 grid=18 block=1,1,1 thread=0,3,3", "sectors") == 7);
    CHECK(count_in("9 grid=18 block=1,1,1 thread=0,3,3", "loads") == 896);
    CHECK(count_in("11 thread=4,4,0 radius=2", "thread-loads") == 5);
}

TEST_CASE("a trace's drawing and numbers are reported when they are stale") {
    const TemporaryFolder tree;
    link_labs(tree);
    tree.write("handouts/README.md", "# Index\n\n[5](05-a.md)\n");
    tree.write("handouts/05-a.md", "# A\n\n<!-- trace 5 thread=3,3,3 -->\n\nIt loads "
                                   "<!-- =trace(5 thread=3,3,3 loads) -->344<!-- / --> times.\n");
    const auto problems = [&](bool update) {
        std::string all;
        for (const kit::Problem& problem : kit::review_handbook(tree.path(), update).problems) {
            all += kit::text(problem) + "\n";
        }
        return all;
    };
    CHECK_THAT(problems(false), ContainsSubstring("The figure is missing here"));
    CHECK_THAT(problems(false), ContainsSubstring("The page says '344', but trace(5 "
                                                  "thread=3,3,3 loads) is '343'."));
    CHECK(problems(true).empty());
    CHECK(problems(false).empty());
    const std::filesystem::path svg = tree.path() / "handouts/figures/trace-05-thread-3-3-3.svg";
    const std::string drawn = kit::read_file(svg);
    const std::size_t number = drawn.find(">1</tspan>");
    REQUIRE(number != std::string::npos);
    tree.write("handouts/figures/trace-05-thread-3-3-3.svg",
               std::string(drawn).replace(number, 10, ">2</tspan>"));
    CHECK(problems(false) ==
          "handouts/figures/trace-05-thread-3-3-3.svg: The drawing is out of date.\n");
    CHECK(problems(true).empty());
    CHECK(kit::read_file(svg) == drawn);
}

TEST_CASE("neither the drawing nor the page to step through gives the kernel away") {
    const kit::PageTrace& trace = trace_of(tiling);
    const std::string svg = kit::trace_drawing(trace, kit::account_of(trace)).svg();
    const std::string page = kit::stepping_page(trace);
    const std::string solution = kit::read_file(trace.lab.solution);
    REQUIRE(solution.find("__syncthreads") != std::string::npos);
    for (const char* word : {"__syncthreads", "tile[tz]", "OUT_TILE", "solutions/", "your part"}) {
        INFO(word);
        CHECK(svg.find(word) == std::string::npos);
        CHECK(page.find(word) == std::string::npos);
    }
    CHECK(page.find("\"source\":[]") != std::string::npos);
    CHECK_THAT(page, ContainsSubstring("Content-Security-Policy"));
}

TEST_CASE("a mistyped trace is reported with its line") {
    CHECK_THAT(reviewed_trace("a\n\n<!-- trace 5 -->\n"),
               ContainsSubstring("05.md:3: A trace needs a thread"));
    const auto said = [](const std::string& words) {
        return reviewed_trace("<!-- trace " + words + " -->\n");
    };
    CHECK_THAT(said("5 thread=3,3"), ContainsSubstring("three numbers"));
    CHECK_THAT(said("5 thread=3,3,8"), ContainsSubstring("There is no thread (3,3,8)"));
    CHECK_THAT(said("5 thread=3,3,3 block=9,0,0"), ContainsSubstring("There is no block (9,0,0)"));
    CHECK_THAT(said("5 thread=0,0,0"), ContainsSubstring("stores nothing"));
    CHECK_THAT(said("5 thread=3,3,3 grid=1"), ContainsSubstring("grid=1: "));
    CHECK_THAT(said("5 thread=3,3,3 radius=2"), ContainsSubstring("no variant of radius 2"));
    CHECK_THAT(said("55 thread=3,3,3"), ContainsSubstring("55"));
    CHECK_THAT(said("5 thread=3,3,3 side=2"), ContainsSubstring("side"));
    CHECK_THAT(reviewed_trace("a <!-- =trace(5 thread=3,3,3 lodas) -->1<!-- / -->\n"),
               ContainsSubstring("'lodas' is no number of a trace; there are barriers"));
}

TEST_CASE("a converter gets traces without their markers, and knows where they are") {
    const std::string page = "a\n<!-- trace 5 thread=3,3,3 -->\n![b](figures/c.svg)\n"
                             "```\n<!-- trace 6 thread=3,3,0 -->\n```\n";
    CHECK(kit::without_markers(page).find("trace 5") == std::string::npos);
    REQUIRE(kit::traces_of(page).size() == 1);
    CHECK(kit::file_stem(kit::traces_of(page)[0]) == "trace-05-thread-3-3-3");
    CHECK(kit::file_stem(kit::trace_request("9 grid=18 block=1,1,1 thread=0,3,3")) ==
          "trace-09-grid-18-block-1-1-1-thread-0-3-3");
}
