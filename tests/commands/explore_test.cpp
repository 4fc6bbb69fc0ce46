// explore and compare, as people run them.
#include "checker/base/places.hpp"
#include "tests/catch.hpp"
#include "tests/commands/json_output.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

using namespace kit;
using nlohmann::json;

TEST_CASE("explore runs each block and radius, and a block past the limit says CUDA's error") {
    const json report =
        json_of({"explore", "3", "--block", "64:2048:992", "--radius", "1:2", "--grid", "3000"});
    const json& runs = report["runs"];
    REQUIRE(runs.size() == 6);
    CHECK(runs[0]["block"] == 64);
    CHECK(runs[0]["shared_bytes_per_block"] == 4 * (64 + 2));
    CHECK(runs[1]["verdict"] == "did not run"); // 1,056 threads
    CHECK(runs[3]["radius"] == 2);
    CHECK(runs[3]["shared_bytes_per_block"] == 4 * (64 + 4));
    CHECK(runs[3]["verdict"] == "right");
    const ProcessResult text = run_checker({"explore", "3", "--block", "2048", "--grid", "3000"});
    CHECK_THAT(text.output, ContainsSubstring("invalid argument"));
}

TEST_CASE("explore takes a student's file and draws") {
    const TemporaryFolder folder;
    const auto picture = folder.path() / "picture.svg";
    const ProcessResult result =
        run_checker({"explore", "5",
                     kit::source_root().string() + "/solutions/05-shared-memory-tiling/kernel.cu",
                     "--block", "4,6,8", "--grid", "20", "--plot", picture.string()});
    CHECK(result.code == 0);
    std::ostringstream svg;
    svg << std::ifstream(picture).rdbuf();
    CHECK_THAT(svg.str(), ContainsSubstring("<polyline"));
    CHECK_THAT(svg.str(), ContainsSubstring("</svg>"));
}

TEST_CASE("radii whose sectors are the same are drawn by a number that tells them apart") {
    const auto chart = [](const std::string& radii) {
        const ProcessResult result =
            run_checker({"explore", "3", "--block", "32:256", "--radius", radii, "--grid", "3000",
                         "--backend", "emulator"});
        REQUIRE(result.code == 0);
        return result.output;
    };
    CHECK_THAT(chart("1"), ContainsSubstring("bytes of load sectors"));
    CHECK_THAT(chart("1:3"), ContainsSubstring("OP/B, loads only"));
}

TEST_CASE("the error of a known derivative falls as the formula says, until rounding decides") {
    const json report = json_of(
        {"explore", "2", "--length", "2^6:2^16", "--type", "float,double", "--radius", "1:2"});
    double before = 0;
    int falls = 0;
    int rises = 0;
    for (const json& row : report["accuracy"]) {
        const double error = std::stod(row["error"].get<std::string>());
        const double formula = std::stod(row["discretization"].get<std::string>());
        if (row["element"] == "double" && row["radius"] == "1") {
            CHECK(error == Approx(formula).epsilon(0.02)); // far from the crossover
        }
        if (row["element"] == "float" && row["radius"] == "1") {
            falls += before > 0 && error < before ? 1 : 0;
            rises += before > 0 && error > before ? 1 : 0;
            before = error;
        }
    }
    CHECK(falls >= 3);
    CHECK(rises >= 4);
}

TEST_CASE("compare puts kernels side by side") {
    const json report = json_of({"compare", "4", "5", "7", "--grid", "30"});
    bool found = false;
    for (const json& row : report["kernels"]) {
        if (row["figure"] == "verdict") {
            found = true;
            CHECK(row["04-basic-sweep"] == "right");
            CHECK(row["05-shared-memory-tiling"] == "right");
            CHECK(row["07-register-tiling"] == "right");
        }
    }
    CHECK(found);
}

TEST_CASE("explore cuts a grid among several GPUs and counts what crosses") {
    const json runs = json_of({"explore", "14", "--gpus", "1:8", "--grid", "20"})["runs"];
    REQUIRE(runs.size() == 4);
    for (const json& run : runs) {
        const int cuts = run["gpus"].get<int>() - 1;
        CHECK(run["bytes_between_gpus"] == 18 * 18 * 4 * 2 * cuts * 3); // both ways, in 3 sweeps
        CHECK(run["bytes_between_gpus_predicted"] == run["bytes_between_gpus"]);
        CHECK(run["verdict"] == "right");
    }
    // As many as its lab says for this grid.
    const json usual = json_of({"explore", "14", "--grid", "33"})["runs"];
    CHECK(usual[0]["gpus"] == 8);
}

TEST_CASE("explorations that make no sense are refused before anything runs") {
    check_refused({"explore", "4", "--radius", "2"}, "has only one radius");
    check_refused({"explore", "4", "--length", "16"}, "--length is for labs 02 and 03");
    check_refused({"explore", "2", "--length", "2"}, "out of range");
    check_refused({"explore", "2", "--length", "16", "--block", "32"}, "do not change");
    check_refused({"explore", "10", "--type", "float"}, "whole numbers");
    check_refused({"explore", "4", "--type", "half"}, "not one of float, double");
    check_refused({"explore", "13", "--block", "32"}, "does not say which constant");
    check_refused({"explore", "5", "--block", "x"}, "not a number");
    check_refused({"explore", "5", "--gpus", "2"}, "runs on one GPU");
    check_refused({"explore", "14", "--gpus", "9"}, "from 1 to 8, such as 1,2,4");
    check_refused({"compare", "4", "99"}, "99");
    check_refused({"compare", "4", "5=/nowhere/kernel.cu"}, "nowhere");
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "kernel.cu") << "#define IN_TILE 8\n";
    check_refused(
        {"explore", "5", (folder.path() / "kernel.cu").string(), "--block", "4", "--grid", "9"},
        "constexpr int IN_TILE");
}
