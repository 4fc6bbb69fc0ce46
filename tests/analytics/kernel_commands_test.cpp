// kernel, compare and sweep from outside.
#include "tests/analytics/command_run.hpp"
#include "tests/catch.hpp"

#include <nlohmann/json.hpp>

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
    return nlohmann::json::parse(run.text);
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
    const auto all = json_of("compare");
    REQUIRE(all["traffic"].size() == 5);
    CHECK(all["traffic"][0]["loads"] == 11501224);
    CHECK(all["traffic"][1]["loads"] == 3944312);
    CHECK(all["traffic"][2]["loads"] == 2000376);
    CHECK(all["traffic"][3]["loads"] == 2000376);
    CHECK(json_of("compare --shape box")["traffic"].size() == 3);
    CHECK(json_of("compare --axes 2")["traffic"].size() == 3);
    CHECK(json_of("compare --axes 1")["traffic"].size() == 4);
    const auto flat = json_of("compare --block 16x8");
    CHECK(flat["launch"][0]["block"] == "8×8×8");
    CHECK(flat["launch"][2]["block"] == "16×8");
    CHECK_THAT(results("compare --order 4 --type double").text, ContainsSubstring("48 KB"));
    CHECK_THAT(results("compare --order 4").text, ContainsSubstring("Without tiled: A tile of 8"));
}

TEST_CASE("sweep follows a figure through a range and says where it ends") {
    const auto tiles = json_of("sweep tiled --tile 4:32 --figure tile-op-per-byte");
    REQUIRE(tiles["sweep"].size() == 7);
    CHECK(tiles["sweep"][4]["tile"] == 8);
    CHECK(tiles["sweep"][4]["tile-op-per-byte"]["fraction"] == "351/256");
    CHECK_THAT(tiles["sweep_notes"][0].get<std::string>(), ContainsSubstring("CUDA allows 1,024"));
    const auto low = json_of("sweep tiled --tile 1:4 --figure blocks");
    CHECK(low["sweep"].size() == 2);
    CHECK_THAT(low["sweep_notes"][0].get<std::string>(), ContainsSubstring("Sizes below 3"));
    CHECK_THAT(results("sweep coarsened --order 1:9 --type double").text,
               ContainsSubstring("48 KB"));
    CHECK(json_of("sweep --grid 60:240:60 --figure loads")["sweep"].size() == 4);
    CHECK(json_of("sweep halo-loading --order 0:3 --figure loads")["sweep"].size() == 4);
    const std::string text = results("sweep --tile 4:32").text;
    CHECK_THAT(text, ContainsSubstring("•"));
}

TEST_CASE("sweep writes its plot") {
    const auto path = std::filesystem::temp_directory_path() / "kit-analytics-sweep.svg";
    CHECK(results("sweep --tile 4:32 --plot " + path.string()).code == 0);
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
    check_refused("kernel tiled --shape cross", "the shapes are star and box");
    check_refused("kernel tiled --type short", "half, float, double, int or long");
    check_refused("kernel tiled --format xml", "There is no format 'xml'");
    check_refused("kernel shared-1d --axes 3", "1 axis, not 3");
    check_refused("kernel coarsened --axes 2", "3 axes");
    check_refused("kernel halo-loading --shape box", "faces of the halo");
    check_refused("compare --grid 0", "not '0'");
    check_refused("compare --planes 0", "at least 1 plane");
    check_refused("compare --block 64x64", "CUDA allows 1,024");
    check_refused("compare --block 64", "CUDA allows 1,024");
    check_refused("compare --axes 2 --planes 4", "--planes needs 3 axes");
    check_refused("sweep", "exactly one range, not none");
    check_refused("sweep --tile 4:8 --order 1:2", "not 2");
    check_refused("sweep --tile 8", "which is one size");
    check_refused("sweep --tile 8:4", "does not go upwards");
    check_refused("sweep --tile 0:4", "out of range");
    check_refused("sweep --order 0:4:0", "does not go upwards");
    check_refused("sweep --grid 1:1000000", "more than 1,000 sizes");
    check_refused("sweep --tile 4:8 --figure speed", "There is no figure 'speed'");
    check_refused("sweep --tile 1:2", "all halo");
    check_refused("sweep --tile 4:8 --plot /nowhere/x.svg", "cannot be written");
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
    CHECK(results("sweep tiled --tile 4:8 --grid 1,000").text ==
          results("sweep tiled --tile 4:8 --grid 1000").text);
    CHECK(results("exercises 1a --grid 120×64×33").text ==
          results("exercises 1a --grid 120x64x33").text);
    check_refused("kernel basic --grid 1,00", "not '1,00'");
    check_refused("kernel basic --grid 120xx120", "not '120xx120'");
    check_refused("exercises 1b --block 32×32", "--block 32×32 does not apply to exercise 1b");
    check_refused("exercises 1a --grid 33x33", "not '33x33'");
}
