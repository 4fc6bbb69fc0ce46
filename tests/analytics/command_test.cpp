// ./lab analytics from outside: what it prints where, and its exit codes.
#include "checker/base/json_text.hpp"
#include "tests/analytics/command_run.hpp"
#include "tests/catch.hpp"

TEST_CASE("all exercises, one exercise, one part") {
    const Run all = results("exercises");
    CHECK(all.code == 0);
    CHECK_THAT(all.text, ContainsSubstring("1a  "));
    CHECK_THAT(all.text, ContainsSubstring("2e  "));
    const Run second = results("exercises 2");
    CHECK_THAT(second.text, !ContainsSubstring("Question 1"));
    CHECK_THAT(second.text, ContainsSubstring("Answer  14,400 cells"));
    const Run part = results("exercises 1c");
    CHECK_THAT(part.text, ContainsSubstring("Answer  8,000 blocks"));
    CHECK_THAT(part.text, !ContainsSubstring("1b  "));
    CHECK(complaint("exercises").text.empty());
}

TEST_CASE("options change the sizes") {
    CHECK_THAT(results("exercises 1a --grid 120x64x33").text, ContainsSubstring("118·62·31"));
    CHECK_THAT(results("exercises 1c --block 10").text, ContainsSubstring("15³"));
    CHECK_THAT(results("exercises 1b --block 32x4x2").text, ContainsSubstring("4·30·60"));
    CHECK_THAT(results("exercises 2d --block 16x8").text, ContainsSubstring("3·16·8·4"));
    CHECK_THAT(results("exercises 1d --planes 16").text, ContainsSubstring("4·4·8"));
    CHECK_THAT(results("exercises 2a --planes 30").text, ContainsSubstring("32³"));
    CHECK_THAT(results("exercises 1a --order 2").text, ContainsSubstring("116³"));
    CHECK_THAT(results("exercises 2d --order 2 --type double").text,
               ContainsSubstring("5·32·32·8"));
    const Run all =
        results("exercises --grid 256 --block 16x16x4 --order 1 --type double --planes 8");
    CHECK(all.code == 0);
    CHECK_THAT(all.text, ContainsSubstring("254³"));
}

TEST_CASE("JSON is one document and no more") {
    const auto json = kit::json_from(results("exercises 1d --format json").text);
    REQUIRE(json["exercises"].size() == 1);
    CHECK(json["exercises"][0]["id"] == "1d");
    CHECK(json["exercises"][0]["answers"][1]["value"] == 64);
}

TEST_CASE("CSV and Markdown hold the same answers") {
    const std::string csv = results("exercises 1c --format csv").text;
    CHECK_THAT(csv, ContainsSubstring("exercise,question,label,value,unit\r\n"));
    CHECK_THAT(csv, ContainsSubstring(",textbook's count,8000,blocks\r\n"));
    const std::string markdown = results("exercises 1c --format markdown").text;
    CHECK_THAT(markdown, ContainsSubstring("| textbook, blocks | 20³ | 8,000 |"));
    CHECK_THAT(markdown, ContainsSubstring("Answer: 8,000 blocks"));
}

TEST_CASE("wrong usage is exit code 2 and one line") {
    check_refused("", "a command is missing; the commands are: exercises, quiz");
    check_refused("nothing", "./lab analytics has no command 'nothing'; the commands are:");
    check_refused("exercices", "did you mean 'exercises'?");
    check_refused("kernal tiled", "did you mean 'kernel'?");
    check_refused("exercises 1 --formt json", "did you mean '--format'?");
    check_refused("exercises 3", "There is no exercise '3'");
    check_refused("exercises 3 --grid 64", "There is no exercise '3'");
    check_refused("exercises 1e", "There is no exercise '1e'");
    check_refused("exercises --format xml",
                  "--format takes text, json, csv or markdown, not 'xml'.");
    check_refused("exercises --grid", "--grid");
    check_refused("exercises --grid ''", "--grid takes");
    check_refused("exercises --grid 12a", "not '12a'");
    check_refused("exercises --grid 0", "not '0'");
    check_refused("exercises --grid -5", "not '-5'");
    check_refused("exercises --grid 1x2x3x4", "not '1x2x3x4'");
    check_refused("exercises --grid 120x", "not '120x'");
    check_refused("exercises --grid 99999999999999999999", "--grid takes");
    check_refused("exercises --grid 120x120", "one number for a cube or three");
    check_refused("exercises --grid 2", "no output point");
    check_refused("exercises --grid 4000000000", "does not fit in 64 bits");
    check_refused("exercises --block 2", "all halo");
    check_refused("exercises --block 64x64",
                  "CUDA allows 1,024, and with equal sides at most 32×32.");
    check_refused("exercises --planes 0", "at least 1 plane");
    check_refused("exercises --planes x", "--planes");
    check_refused("exercises --order 0", "--order takes 1 or more, not 0");
    check_refused("exercises --order -1", "--order takes 1 or more, not -1");
    check_refused("exercises --order 1.5", "--order");
    check_refused("exercises --order 99999999999", "--order");
    check_refused("exercises --order 2147483647", "has no output point");
    check_refused("exercises 2 --order 16", "all halo");
    check_refused("exercises 2 --type quad", "not 'quad'");
    check_refused("exercises 2a --planes 9223372036854775807", "does not fit in 64 bits");
}

TEST_CASE("an option without a part in the exercise is refused, not ignored") {
    check_refused("exercises 2 --grid 64", "applies to exercise 1");
    check_refused("exercises 1a --block 8", "does not apply to exercise 1a");
    check_refused("exercises 2 --block 16", "a flat one, like 32x32");
    check_refused("exercises 1b --block 16x16", "a cube, like 8");
    check_refused("exercises 1c --planes 4", "applies to 1d and exercise 2");
    check_refused("exercises 1 --type double", "applies to 2c, 2d and 2e");
}

TEST_CASE("help names the command as it is typed and gives an example") {
    const Run help = results("--help");
    CHECK(help.code == 0);
    CHECK_THAT(help.text, ContainsSubstring("usage: ./lab analytics"));
    const Run exercises = results("exercises --help");
    CHECK(exercises.code == 0);
    CHECK_THAT(exercises.text, ContainsSubstring("usage: ./lab analytics exercises"));
    CHECK_THAT(exercises.text, ContainsSubstring("Example: "));
}

TEST_CASE("results that cannot be written are a failure") {
    CHECK(run("exercises", ">/dev/full 2>/dev/null").code == 3);
}
