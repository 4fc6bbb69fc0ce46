// kernel and compare from outside.
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "tests/analytics/command_run.hpp"
#include "tests/catch.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

/// The value of a figure of `kernel`, in JSON.
nlohmann::json figure(const nlohmann::json& document, const std::string& name) {
    for (const auto& row : document["kernel"]) {
        if (row["figure"] == name) {
            return row["value"];
        }
    }
    return nullptr;
}

nlohmann::json json_of(const std::string& arguments) {
    const Run run = results(arguments + " --format json");
    CHECK(run.code == 0);
    return kit::json_from(run.text);
}

} // namespace

TEST_CASE("kernel tells every figure with its formula") {
    const std::string text = results("kernel tiled").text;
    CHECK_THAT(text, ContainsSubstring("(120 − 2·1)³"));
    CHECK_THAT(text, ContainsSubstring("(20·8 − 2)³"));
    CHECK_THAT(text, ContainsSubstring("3,944,312"));
    CHECK_THAT(text, !ContainsSubstring("uncomputed"));
    const auto tiled = json_of("kernel tiled");
    CHECK(figure(tiled, "blocks launched") == 8000);
    CHECK(figure(tiled, "of these never read") == 80);
    CHECK(figure(tiled, "halo share of the input tile")["fraction"] == "925/16");
    CHECK(tiled["ops_per_byte"].size() == 12);
    CHECK_THAT(results("kernel tiled --grid 122").text, ContainsSubstring("uncomputed"));
    CHECK_THAT(results("kernel tiled --grid 120x64x33 --format csv").text,
               ContainsSubstring("(120 − 2·1)·(64 − 2·1)·(33 − 2·1)"));
}

TEST_CASE("what becomes of the boundary is an option") {
    const std::string image = "kernel basic --axes 2 --grid 1023x769 --block 12x8 --type int";
    CHECK(figure(json_of(image), "loads") == 3915535);
    CHECK(figure(json_of(image + " --boundary clamp"), "loads") == 3933435);
    CHECK(figure(json_of("kernel tiled --grid 118 --boundary halo"), "loads") ==
          figure(json_of("kernel tiled"), "loads"));
    CHECK(figure(json_of("kernel tiled --grid 2 --boundary clamp"), "output points") == 8);
    CHECK_THAT(results("kernel tiled --boundary clamp").text, ContainsSubstring("⌈120/6⌉³"));
    CHECK_THAT(results("compare --boundary halo").text,
               ContainsSubstring("122×122×122 cells with"));
    check_refused("kernel basic --boundary wrap", "--boundary");
}

TEST_CASE("a launch that CUDA refuses is noted") {
    CHECK_THAT(
        results("kernel basic --block 1x1x1024").text,
        ContainsSubstring("CUDA refuses this launch: at most 64 threads along z, not 1,024."));
    CHECK_THAT(results("kernel basic --block 1 --grid 9x70000x70000").text,
               ContainsSubstring("65,535 blocks along y"));
    CHECK_THAT(results("kernel basic").text, !ContainsSubstring("refuses"));
    CHECK_THAT(results("compare --block 2x2x128").text, ContainsSubstring("basic: CUDA refuses"));
}

TEST_CASE("each kernel and each option of kernel") {
    CHECK(figure(json_of("kernel basic"), "loads") == 11501224);
    CHECK(figure(json_of("kernel coarsened"), "shared memory of a block") == 12288);
    CHECK(figure(json_of("kernel register-tiled --planes 16"), "input tile") == 18432);
    CHECK(figure(json_of("kernel halo-loading"), "loads of a block") == 896);
    CHECK_THAT(results("kernel halo-loading").text, ContainsSubstring("512 + 6·64"));
    CHECK_THAT(results("kernel halo-loading --axes 2 --grid 100x60").text,
               ContainsSubstring("6,000 + 6·60 + 2·100"));
    CHECK(figure(json_of("kernel shared-1d --type double"), "shared memory of a block") == 1040);
    CHECK(figure(json_of("kernel basic --axes 2 --shape box --order 3"), "points of the stencil") ==
          49);
    CHECK(figure(json_of("kernel basic --axes 2 --grid 100x50 --block 12x8"), "blocks launched") ==
          63);
    for (const char* format : {"csv", "markdown"}) {
        CHECK(results(std::string("kernel coarsened --format ") + format).code == 0);
    }
}

TEST_CASE("compare puts the kernels that can do the sweep side by side") {
    const auto all = json_of("compare")["kernels"];
    REQUIRE(all.size() == 5);
    CHECK(all[0]["loads"] == 11501224);
    CHECK(all[1]["loads"] == 3944312);
    CHECK(all[2]["loads"] == 2000376);
    CHECK(all[3]["loads"] == 2000376);
    CHECK(json_of("compare --shape box")["kernels"].size() == 3);
    CHECK(json_of("compare --axes 2")["kernels"].size() == 3);
    CHECK(json_of("compare --axes 1")["kernels"].size() == 4);
    const auto flat = json_of("compare --block 16x8")["kernels"];
    CHECK(flat[0]["block"] == "8×8×8");
    CHECK(flat[2]["block"] == "16×8");
    CHECK_THAT(results("compare --order 4 --type double").text, ContainsSubstring("48 KB"));
    CHECK_THAT(results("compare --order 4").text, ContainsSubstring("Without tiled: A tile of 8"));
}

TEST_CASE("compare puts sizes and GPUs side by side") {
    const std::string text = results("compare tiled --block 8,10 --gpu T4,H200").text;
    CHECK_THAT(text, ContainsSubstring("3,944,312   3,241,792   0.82"));
    CHECK_THAT(text, ContainsSubstring("T4: occupancy, %"));
    CHECK_THAT(text, ContainsSubstring("H200: µs, every access"));
    const auto both = json_of("compare tiled --block 8x8x8,16x8x8 --grid 64,120")["kernels"];
    REQUIRE(both.size() == 4);
    CHECK(both[0]["cells"] == "64×64×64");
    CHECK(both[1]["block"] == "16×8×8");
    CHECK(both[3]["loads"] == figure(json_of("kernel tiled --block 16x8x8"), "loads"));
    const auto orders = json_of("compare tiled --order 1,2")["kernels"];
    CHECK(orders[1]["order"] == 2);
    CHECK_THAT(results("compare tiled --block 8,64").text,
               ContainsSubstring("Without tiled at 64: A block"));
    CHECK_THAT(results("compare basic --block 32x32x1 --gpu T4").text,
               ContainsSubstring("T4: occupancy, %"));
    CHECK_THAT(results("compare tiled --block 10 --order 4 --type double --gpu T4").text,
               ContainsSubstring("%"));
    // Every line fits a terminal.
    for (const char* many : {"compare --grid 1000", "compare --order 1,2 --grid 2000"}) {
        for (const std::string& line : kit::split_lines(results(many).text)) {
            CAPTURE(line);
            CHECK(kit::width_of(line) <= kit::text_columns);
        }
    }
}

TEST_CASE("a figure is followed through a range, which says where it ends") {
    const auto tiles = json_of("compare tiled --block 4:32 --figure tile-op-per-byte");
    REQUIRE(tiles["series"].size() == 7);
    CHECK(tiles["series"][4]["block"] == 8);
    CHECK(tiles["series"][4]["tiled"]["fraction"] == "351/256");
    CHECK_THAT(tiles["series_notes"][0].get<std::string>(),
               ContainsSubstring("Without tiled at 11 to 32: A block of 11×11×11 has 1,331"));
    const auto low = json_of("compare tiled --block 1:4 --figure blocks");
    CHECK(low["series"].size() == 2);
    CHECK_THAT(low["series_notes"][0].get<std::string>(),
               ContainsSubstring("Without tiled at 1 to 2"));
    CHECK_THAT(results("compare coarsened --order 1:9 --type double --figure op-per-byte").text,
               ContainsSubstring("48 KB"));
    CHECK(json_of("compare tiled --grid 60:240:60 --figure loads")["series"].size() == 4);
    CHECK(json_of("compare halo-loading --order 0:3 --figure loads")["series"].size() == 4);
    CHECK_THAT(results("compare tiled --block 4:32 --figure loads").text, ContainsSubstring("•"));
    const auto two = json_of("compare tiled coarsened --block 8:12 --figure halo-share")["series"];
    REQUIRE(two.size() == 5);
    CHECK(two[0]["tiled"]["fraction"] == "925/16");
    CHECK(two[4]["tiled"] == "");
    CHECK(two[4]["coarsened"]["value"] > 42);
}

TEST_CASE("compare writes its plot") {
    const auto path = std::filesystem::temp_directory_path() / "kit-analytics-compare.svg";
    CHECK(results("compare tiled --block 4:32 --plot " + path.string()).code == 0);
    std::ostringstream svg;
    svg << std::ifstream(path).rdbuf();
    CHECK_THAT(svg.str(), ContainsSubstring("<svg xmlns="));
    CHECK_THAT(svg.str(), ContainsSubstring("</svg>"));
    std::filesystem::remove(path);
}

TEST_CASE("what is no kernel, no size and no range is refused in a sentence") {
    check_refused("kernel", "KERNEL");
    check_refused("kernel cached", "There is no kernel 'cached'");
    check_refused("kernel tiled --block 2", "all halo");
    check_refused("kernel tiled --block 11", "CUDA allows 1,024");
    check_refused("kernel tiled --planes 4", "--planes 4 does not apply");
    check_refused(
        "kernel tiled --grid 120x120",
        "--grid takes one number or three here, not '120x120'; with --axes 2 it takes two.");
    check_refused("kernel basic --grid 33×33", "not '33×33'; with --axes 2 it takes two.");
    check_refused("kernel coarsened --grid 33x33", "three here, not '33x33'.");
    check_refused("kernel shared-1d --grid 33x33", "takes one number here, not '33x33'.");
    check_refused("kernel basic --axes 2 --block 8x8x8", "with --axes 3 it takes three.");
    check_refused("kernel tiled --grid 2", "no output point");
    check_refused("kernel tiled --grid 4000000000", "does not fit in 64 bits");
    check_refused("kernel tiled --order x", "--order takes a whole number");
    check_refused("kernel tiled --order -1", "0 or more, not -1");
    check_refused("kernel tiled --axes 4", "1, 2 or 3 axes");
    check_refused("kernel tiled --shape cross", "--shape takes star or box");
    check_refused("kernel tiled --type char", "half, float, double, short, int or long");
    check_refused("kernel tiled --format xml",
                  "--format takes text, json, csv or markdown, not 'xml'");
    check_refused("kernel shared-1d --axes 3", "1 axis, not 3");
    check_refused("kernel coarsened --axes 2", "3 axes");
    check_refused("kernel halo-loading --shape box", "faces of the halo");
    check_refused("compare --grid 0", "not '0'");
    check_refused("compare --planes 0", "at least 1 plane");
    check_refused("compare --block 64x64", "CUDA allows 1,024");
    check_refused("compare --block 64", "CUDA allows 1,024");
    check_refused("compare --axes 2 --planes 4", "--planes needs 3 axes");
    check_refused("compare tiled --figure loads", "follow one range");
    check_refused("compare --block 4:8 --order 1:2 --figure loads", "follow one range");
    check_refused("compare tiled --block 8:4", "does not go upwards");
    check_refused("compare tiled --block 0:4", "out of range");
    check_refused("compare tiled --order 0:4:0", "does not go upwards");
    check_refused("compare tiled --grid 1:1000000", "more than 1,000 sizes");
    check_refused("compare tiled --block 4:8 --figure speed", "There is no figure 'speed'");
    check_refused("compare tiled --block 1:2", "all halo");
    check_refused("compare tiled --block 4:8 --plot /nowhere/x.svg", "cannot be written");
    check_refused("compare --gpu 'No such'", "There is no GPU 'No such'");
    check_refused("compare cached", "There is no kernel 'cached'");
}

TEST_CASE("sizes as people type them are the same sizes") {
    const std::string usual = results("kernel tiled --grid 120x120x120").text;
    for (const char* typed : {"120×120×120", "120X120X120", "'120 x 120 x 120'", "'120*120*120'",
                              "120·120·120", "120"}) {
        CAPTURE(typed);
        CHECK(results(std::string("kernel tiled --grid ") + typed).text == usual);
    }
    const std::string line = results("kernel shared-1d --grid 1000000").text;
    for (const char* typed : {"1,000,000", "\"1'000'000\"", "1_000_000"}) {
        CAPTURE(typed);
        CHECK(results(std::string("kernel shared-1d --grid ") + typed).text == line);
    }
    CHECK(results("compare tiled --block 4:8 --grid 1,000").text ==
          results("compare tiled --block 4:8 --grid 1000").text);
    CHECK(results("exercises 1a --grid 120×64×33").text ==
          results("exercises 1a --grid 120x64x33").text);
    check_refused("kernel basic --grid 1,00", "not '1,00'");
    check_refused("kernel basic --grid 120xx120", "not '120xx120'");
    check_refused("exercises 1b --block 32×32", "--block 32×32 does not apply to exercise 1b");
    check_refused("exercises 1a --grid 33x33", "not '33x33'");
}
