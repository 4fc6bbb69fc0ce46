// The commands chapter, errata and gpus from outside.
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/utf8.hpp"
#include "checker/base/whole_file.hpp"
#include "tests/analytics/command_run.hpp"

TEST_CASE("chapter answers all topics, one topic, one part") {
    const Run all = results("chapter all");
    CHECK(all.code == 0);
    CHECK(complaint("chapter all").text.empty());
    CHECK(results("chapter --order 1").text == results("chapter all --order 1").text);
    CHECK_THAT(all.text, ContainsSubstring("11,501,224"));
    CHECK_THAT(all.text, ContainsSubstring("3,240 blocks"));
    const Run halo = results("chapter halo");
    CHECK_THAT(halo.text, ContainsSubstring("57.8 %"));
    CHECK_THAT(halo.text, ContainsSubstring("80 cells"));
    CHECK_THAT(halo.text, !ContainsSubstring("OP/B"));
    CHECK_THAT(results("chapter halo.b").text, !ContainsSubstring("57.8"));
}

TEST_CASE("chapter without a topic lists them") {
    const std::string list = results("chapter").text;
    CHECK_THAT(list, ContainsSubstring("halo         .a .b     The halo of a tile (PMPP 8.3)"));
    CHECK(kit::split_lines(list).size() < 25);
    const auto json = kit::json_from(results("chapter --format json").text);
    CHECK(json["topics"].size() == 13);
}

TEST_CASE("the sizes of chapter can be changed") {
    CHECK_THAT(results("chapter halo --block 10 --order 2").text, ContainsSubstring("78.4 %"));
    CHECK_THAT(results("chapter loads.a --grid 64").text, ContainsSubstring("7·238,328"));
    CHECK_THAT(results("chapter loads.c --block 16x16").text, ContainsSubstring("9³"));
    CHECK_THAT(results("chapter line.a --threads 256").text, ContainsSubstring("258"));
    CHECK_THAT(results("chapter bounds --type double").text, ContainsSubstring("2·5 / 8"));
    CHECK_THAT(results("chapter image --image 100x50 --block 16x16").text,
               ContainsSubstring("⌈100/16⌉"));
}

TEST_CASE("a convention of chapter can be chosen") {
    const std::string text = results("chapter intensity --operations 2p --bytes all").text;
    CHECK_THAT(text, ContainsSubstring("0.44 OP/B"));
    CHECK_THAT(text, !ContainsSubstring("0.46"));
    CHECK_THAT(results("chapter bounds --type double").text, ContainsSubstring("1.25 OP/B"));
    CHECK_THAT(results("chapter bounds --type double").text, ContainsSubstring("85.75 OP/B"));
    check_refused("chapter intensity --operations 3p", "--operations takes 2p-1 or 2p, not '3p'");
    check_refused("chapter halo --bytes all", "it applies to intensity, limit.b");
}

TEST_CASE("no command prints more than 80 columns") {
    for (const char* command : {"chapter",
                                "chapter all",
                                "chapter loads --grid 200000x100000x300000",
                                "chapter bounds --type double",
                                "exercises",
                                "exercises --grid 100000x100001x99999 --order 3",
                                "errata",
                                "compare",
                                "compare --order 2",
                                "compare --grid 100000",
                                "kernel basic",
                                "kernel tiled --gpu H200",
                                "kernel coarsened --gpu H200 --registers 40",
                                "kernel register-tiled",
                                "kernel halo-loading",
                                "kernel shared-1d",
                                "kernel coarsened --grid 100000x200000x300000",
                                "gpus",
                                "gpus H200",
                                "compare tiled --block 4:12 --figure loads"}) {
        CAPTURE(command);
        const Run shown = results(command);
        CHECK(shown.code == 0);
        for (const std::string& line : kit::split_lines(shown.text)) {
            CAPTURE(line);
            // An address stays whole, so that it can be copied.
            CHECK((kit::width_of(line) <= 80 || line.find("https://") != std::string::npos));
        }
    }
}

TEST_CASE("chapter, errata and gpus refuse what makes no sense") {
    check_refused("chapter nothing", "There is no topic 'nothing'; the topics are intensity, halo");
    check_refused("chapter --format xml", "--format takes text, json, csv or markdown, not 'xml'");
    check_refused("chapter halo --block 2", "all halo");
    check_refused("chapter halo --block 0", "not '0'");
    check_refused("chapter halo --block -8", "not '-8'");
    check_refused("chapter halo --block x", "not 'x'");
    check_refused("chapter halo --block 11",
                  "CUDA allows 1,024, and with equal sides at most 10×10×10.");
    check_refused("chapter halo --block 8x8", "others take a cube, like 8");
    check_refused("chapter image --block 8", "it applies to intensity.b, halo, loads.b, faces");
    check_refused("chapter halo --grid 64", "applies to loads");
    check_refused("chapter loads --grid 64x64", "one number for a cube or three");
    check_refused("chapter loads --grid 4000000000", "does not fit in 64 bits");
    check_refused("chapter image --order 2", "it applies to intensity, halo");
    check_refused("chapter halo --order 0", "--order takes 1 or more");
    check_refused("chapter halo --order 4", "all halo");
    check_refused("chapter line --threads 0", "--threads takes 1 or more");
    check_refused("chapter line --threads 2000", "CUDA allows 1,024");
    check_refused("chapter line --threads x", "--threads");
    check_refused("chapter image --image 640", "columns and rows");
    check_refused("chapter image --image 0x480", "not '0x480'");
    check_refused("chapter halo --type double", "applies to intensity, faces.a");
    check_refused("errata --format xml", "--format takes text, json, csv or markdown, not 'xml'");
    check_refused("errata 1", "takes no further word '1'");
    check_refused("gpus H300", "There is no GPU 'H300'. The nearest are H100 and H200.");
    check_refused("gpus --format xml", "--format takes text, json, csv or markdown, not 'xml'");
}

TEST_CASE("errata lists each mistake with what shows it") {
    const std::string text = results("errata").text;
    CHECK_THAT(text, ContainsSubstring("./lab analytics exercises 1a: 118³"));
    CHECK_THAT(text, ContainsSubstring("signed; unsigned is right only where i < n is all that"));
    CHECK_THAT(text, ContainsSubstring("in a copy of tests/submissions/sources/numba-ends.cu"));
}

TEST_CASE("gpus lists the boards, and one of them with the source of each figure") {
    const Run all = results("gpus");
    CHECK(all.code == 0);
    CHECK_THAT(all.text, ContainsSubstring("RTX4090"));
    CHECK_THAT(all.text, ContainsSubstring("https://github.com/openxla/xla/"));
    const Run one = results("gpus h200");
    CHECK_THAT(one.text, ContainsSubstring("4,800  h200-device"));
    const auto json = kit::json_from(results("gpus --format json").text);
    CHECK(json["gpus"].size() == 40);
    CHECK(json["gpus"][13]["bandwidth_gb_per_s"] == 4800);
    CHECK(json["gpus"][13]["l2_bytes"] == 62914560);
    CHECK(json["capabilities"].size() == 10);
    CHECK(json["sources"][0]["name"] == "guide");
    CHECK(json["figures"][0]["source"] == "p100-device");
    const auto figures = kit::json_from(results("gpus H200 --format json").text);
    CHECK(figures["figures"][0]["source"] == "h200-device");
}

TEST_CASE(
    "auto is the GPU that the driver names, and an error of the machine where there is none") {
    for (const char* command : {"gpus auto", "kernel tiled --gpu auto"}) {
        CAPTURE(command);
        const Run none = complaint(command);
        CHECK(none.code == 3);
        CHECK_THAT(none.text, ContainsSubstring("'auto' needs a GPU: there is no NVIDIA driver"));
        CHECK(none.text.find('\n') == none.text.size() - 1);
    }
}

TEST_CASE("each number in the handouts' table of the texts is printed by its command") {
    const std::string page = kit::read_file(kit::source_root() / "handouts/learning-alone.md");
    std::size_t numbers = 0;
    for (const std::string& line : kit::split_lines(page)) {
        const auto cells = kit::split_at(line, '|');
        const std::string begin = " `./lab analytics ";
        if (cells.size() != 6 || !cells[4].starts_with(begin)) {
            continue;
        }
        const std::string command(kit::trimmed(cells[4].substr(begin.size()), " `"));
        const std::string text = results(command).text;
        for (const std::string_view number : kit::split_at(cells[3], ';')) {
            INFO(command);
            CHECK_THAT(text, ContainsSubstring(std::string(kit::trimmed(number))));
            ++numbers;
        }
    }
    CHECK(numbers == 50);
}

TEST_CASE("text, Markdown and CSV have the numbers of the JSON") {
    for (const std::string command : {"chapter all", "exercises"}) {
        CAPTURE(command);
        const auto json = kit::json_from(results(command + " --format json").text);
        const std::string text = results(command).text;
        const std::string markdown = results(command + " --format markdown").text;
        const std::string csv = results(command + " --format csv").text;
        std::size_t numbers = 0;
        for (const auto& exercise : json["exercises"]) {
            for (const auto& step : exercise["steps"]) {
                const std::string result = step["result"];
                const std::string formula = step["formula"];
                CAPTURE(formula);
                CHECK_THAT(text, ContainsSubstring(formula + " "));
                CHECK_THAT(markdown, ContainsSubstring("| " + formula + " | " + result + " |"));
                CHECK_THAT(csv, ContainsSubstring(result));
                ++numbers;
            }
            for (const auto& answer : exercise["answers"]) {
                const std::string number = answer["text"];
                CHECK_THAT(text, ContainsSubstring(number + " "));
                CHECK_THAT(markdown, ContainsSubstring(number));
                ++numbers;
            }
        }
        CHECK(numbers > 40);
    }
}
