// ./lab trace, as its users run it.
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

using namespace kit;

TEST_CASE("trace tells what a thread of the solution does") {
    const ProcessResult result =
        run_checker({"trace", "5", "--solution", "--thread", "2,2,2", "--grid", "9"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, ContainsSubstring("Thread (2,2,2) of block (0,0,0)"));
    CHECK_THAT(result.output, ContainsSubstring("from thread (1,2,2) before line 52"));
    // The same input in each run: what a handout shows is what a reader sees.
    CHECK(run_checker({"trace", "5", "--solution", "--thread", "2,2,2"}).output == result.output);
}

TEST_CASE("trace --format json gives one object a line") {
    const ProcessResult result =
        run_checker({"trace", "4", "--solution", "--block", "1,1,1", "--format", "json"});
    CHECK(result.code == 0);
    std::istringstream lines(result.output);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(nlohmann::json::parse(line).contains("type"));
    }
    CHECK(count > 8);
}

TEST_CASE("trace says which blocks, threads and findings there are") {
    const auto refused = [](const char* option, const char* value, const std::string& message) {
        check_refused({"trace", "5", "--solution", option, value}, message);
    };
    refused("--block", "2", "no block (2,0,0); the launch has 2×2×2 of them");
    refused("--thread", "0,0,8", "no thread (0,0,8)");
    refused("--thread", "1;2", "such as 2,1,0");
    refused("--finding", "1", "there are 0 findings");
    refused("--grid", "2", "has a side of 2");
}

TEST_CASE("check --lines shows what each line costs, and has it in JSON") {
    const ProcessResult text = run_checker({"check", "5", "--solution", "--lines", "--grid", "20"});
    CHECK(text.code == 0);
    CHECK_THAT(text.output, ContainsSubstring("Accesses by line on 20³"));
    CHECK_THAT(text.output, ContainsSubstring("tile[tz][ty][tx] = in["));
    const auto lines_of = [](const std::vector<std::string>& options) {
        std::vector<std::string> command{"check", "5",        "--solution", "--grid",
                                         "20",    "--format", "json"};
        command.insert(command.end(), options.begin(), options.end());
        return nlohmann::json::parse(run_checker(command).output).value("lines", nlohmann::json());
    };
    const nlohmann::json lines = lines_of({"--lines"});
    REQUIRE(lines.size() == 7);
    CHECK(lines[0]["memory"] == "global");
    CHECK(lines[0]["conflicts"].is_null());
    CHECK(lines[1]["conflicts"] == 0);
    CHECK(lines_of({}).is_null());
}

TEST_CASE("a file that does not compile has no trace, but its errors") {
    const ProcessResult result =
        run_checker({"trace", "5", std::string(KIT_SOURCE_ROOT) + "/tests/catch.hpp"});
    CHECK(result.code == 1);
    CHECK_THAT(result.output, ContainsSubstring("error["));
}

TEST_CASE("trace --compare shows two kernels' warps side by side, and what they add up to") {
    const ProcessResult result = run_checker({"trace", "5", "--solution", "--compare", "4"});
    CHECK(result.code == 0);
    // One load of the tile's cell against the seven points of the stencil.
    CHECK_THAT(result.output,
               ContainsSubstring(
                   "requests for global memory                                2              8"));
    CHECK_THAT(result.output,
               ContainsSubstring(
                   "requests for shared memory                                8              0"));
    // The launch's sums are those that a check counts.
    const nlohmann::json counters = nlohmann::json::parse(
        run_checker({"check", "5", "--solution", "--grid", "9", "--format", "json"})
            .output)["counters"];
    const auto counted = [&](const char* name) { return counters[name]["counted"].get<int>(); };
    const std::string launch = result.output.substr(result.output.find("The whole launch"));
    for (const int sum : {counted("global_load_requests") + counted("global_store_requests"),
                          counted("global_load_sectors") + counted("global_store_sectors"),
                          counted("shared_load_requests") + counted("shared_store_requests")}) {
        CHECK_THAT(launch, ContainsSubstring(" " + std::to_string(sum) + " "));
    }
    for (const char* width : {"9", "20"}) {
        const ProcessResult same =
            run_checker({"trace", "6", "--solution", "--compare", "7", "--grid", width});
        CHECK(same.code == 0);
        CHECK_THAT(same.output, ContainsSubstring("barrier 1"));
    }
    check_refused({"trace", "5", "--compare", "4", "--html", "page.html"}, "leave out --html");
    check_refused({"trace", "5", "--solution", "--compare", "99"}, "99");
}
