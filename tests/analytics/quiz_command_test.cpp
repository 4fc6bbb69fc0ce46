// ./lab analytics quiz as it is typed: files of answers, templates, and what it refuses.
#include "checker/base/json_text.hpp"
#include "tests/analytics/command_run.hpp"
#include "tests/temporary_folder.hpp"

#include <string>

namespace {

constexpr const char* all_right = R"(student = "Ada"

[answers]
1a = "118^3 points"
1b = 3375
1c = "20*20*20"
1d = 64
2a = "32*32*18"
2b = "30·30·16"
2c = 2.54
2d = "12 KB"
2e = 4096
)";

std::string quoted(const std::filesystem::path& path) {
    return "'" + path.string() + "'";
}

/// The template's text with every answer filled in by the exercises command of the same sizes.
std::string filled(std::string paper, const std::string& options) {
    for (const char* id : {"1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "2e"}) {
        const std::string line = std::string("\n") + id + " = \"\"";
        const std::size_t at = paper.find(line);
        REQUIRE(at != std::string::npos);
        const auto json = kit::json_from(
            results(std::string("exercises ") + id + " " + options + " --format json").text);
        const auto& answers = json["exercises"][0]["answers"];
        // 1c's last answer is the least count; 2c's first is the one that the quiz asks for.
        const auto& answer = id == std::string("2c") ? answers.front() : answers.back();
        paper.insert(at + line.size() - 1, answer["fraction"].get<std::string>());
    }
    return paper;
}

} // namespace

TEST_CASE("a file of right answers passes") {
    const TemporaryFolder folder;
    const auto file = folder.write("ada.toml", all_right);
    const Run graded = results("quiz --answers " + quoted(file));
    CHECK(graded.code == 0);
    CHECK_THAT(graded.text, ContainsSubstring("Ada, "));
    CHECK_THAT(graded.text, ContainsSubstring("\"20*20*20\": Right: 8,000 blocks."));
    CHECK_THAT(graded.text, ContainsSubstring("Score 9 of 9."));
    const Run one = results("quiz 1c --answers " + quoted(file));
    CHECK(one.code == 0);
    CHECK_THAT(one.text, ContainsSubstring("Score 1 of 1."));
}

TEST_CASE("a wrong answer is explained and sent to its derivation") {
    const TemporaryFolder folder;
    const auto file = folder.write("eve.toml", "[answers]\n1c = 3375\n1d = \"many\"\n");
    const Run graded = results("quiz 1 --grid 122 --answers " + quoted(file));
    CHECK(graded.code == 1);
    CHECK_THAT(graded.text, ContainsSubstring("eve, "));
    CHECK_THAT(graded.text, ContainsSubstring("./lab analytics exercises 1c --grid 122"));
    CHECK_THAT(graded.text, ContainsSubstring("    \"many\": An answer is a number"));
    CHECK_THAT(graded.text, ContainsSubstring("Not answered."));
    const auto json = kit::json_from(results("quiz --format json --answers " + quoted(file)).text);
    const auto& paper = json["files"][0];
    CHECK(paper["score"] == 0);
    CHECK(paper["max_score"] == 9);
    CHECK(paper["seed"].is_null());
    CHECK(paper["answers"][2]["mark"] == "wrong");
    CHECK(paper["answers"][2]["slips"][0][0] == "halo-forgotten");
    CHECK(paper["answers"][3]["mark"] == "unreadable");
    CHECK(paper["answers"][4]["mark"] == "missing");
}

TEST_CASE("a class in every format, and one bad file loses no other") {
    const TemporaryFolder folder;
    folder.write("ada.toml", all_right);
    folder.write("bob.toml", "student = \"B \\u001b[31m\"\n[answers]\n1a = \"120^3\"\n");
    const std::string files =
        quoted(folder.path() / "ada.toml") + " " + quoted(folder.path() / "bob.toml");
    const Run text = results("quiz --answers " + files);
    CHECK(text.code == 1);
    CHECK_THAT(text.text, ContainsSubstring("boundary-kept"));
    CHECK(text.text.find('\x1b') == std::string::npos);
    CHECK(kit::json_from(results("quiz --format json --answers " + files).text)["files"].size() ==
          2);
    CHECK_THAT(results("quiz --format csv --answers " + files).text,
               ContainsSubstring("Ada,-,1c,20*20*20,right,1,"));
    CHECK_THAT(results("quiz --format markdown --answers " + files).text,
               ContainsSubstring("| Ada"));
    folder.write("cut.toml", "[answers]\n1a = \"120");
    const std::string with_bad = files + " " + quoted(folder.path() / "cut.toml");
    const Run graded = results("quiz --answers " + with_bad);
    CHECK(graded.code == 2);
    CHECK_THAT(graded.text, ContainsSubstring("Ada"));
    const Run said = complaint("quiz --answers " + with_bad);
    CHECK_THAT(said.text, ContainsSubstring("cut.toml:2: "));
    CHECK_THAT(said.text, ContainsSubstring("1 of 3 files of answers could not be graded."));
}

TEST_CASE("a template filled in is right, for the course's sizes and others") {
    const TemporaryFolder folder;
    const Run empty = results("quiz --template");
    CHECK(empty.code == 0);
    const auto unanswered = folder.write("empty.toml", empty.text);
    CHECK(results("quiz --answers " + quoted(unanswered)).code == 1);
    const auto course = folder.write("course.toml", filled(empty.text, ""));
    CHECK(results("quiz --answers " + quoted(course)).code == 0);
    const std::string sizes = "--order 2";
    const auto other =
        folder.write("other.toml", filled(results("quiz --template " + sizes).text, sizes));
    CHECK(results("quiz " + sizes + " --answers " + quoted(other)).code == 0);
}

TEST_CASE("fresh sizes go with the file, and another seed is refused") {
    const TemporaryFolder folder;
    const Run paper = results("quiz --seed 7 --template");
    CHECK_THAT(paper.text, ContainsSubstring("seed = 7\n"));
    CHECK(results("quiz --seed 7 --template").text == paper.text);
    CHECK(results("quiz --seed 8 --template").text != paper.text);
    const auto file = folder.write("seven.toml", paper.text);
    const auto json = kit::json_from(results("quiz --format json --answers " + quoted(file)).text);
    CHECK(json["files"][0]["seed"] == 7);
    CHECK(json["files"][0]["answers"][0]["answer"] != "1,643,032");
    check_refused("quiz --seed 8 --answers " + quoted(file),
                  "answers for --seed 7, not for --seed 8");
    check_refused("quiz --grid 64 --answers " + quoted(file), "not for other sizes");
    // Drawn anew each time, and said in the file.
    CHECK_THAT(results("quiz --fresh --template").text, ContainsSubstring("\nseed = "));
}

TEST_CASE("what is no quiz is refused in a sentence") {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& text, const std::string& words) {
        const auto file = folder.write("answers.toml", text);
        check_refused("quiz --answers " + quoted(file), words);
    };
    refused("[answers]\n3a = 1\n", "answers.toml:2: There is no exercise '3a'");
    refused("[answers]\n1 = 1\n", "'1' means more than one exercise");
    refused("[answers]\n1a = [1]\n", "1a takes a number or words in quotation marks");
    refused("seed = -1\n[answers]\n", "seed has another kind of value");
    refused("answer = 1\n", "answer is not a key of an answers file");
    refused("student = \"Ada\"\n", "has no table [answers]");
    refused("\xff\xfe", "answers.toml:1: ");
    refused(std::string(2 << 20, ' '), "over 1 MB");
    std::string tables = "[answers]\n1a";
    for (int i = 0; i < 201; ++i) {
        tables += ".a";
    }
    refused(tables + " = 1\n",
            "answers.toml:2: the line has more than 200 dots; this is not an answers file");
    check_refused("quiz --answers " + quoted(folder.path()), "is a folder");
    check_refused("quiz --answers '" + folder.path().string() + "/none.toml'", "cannot be read");
    check_refused("quiz 3 --template", "There is no exercise '3'");
    check_refused("quiz --seed -1 --template", "whole number from 0");
    check_refused("quiz --seed 9223372036854775808 --template",
                  "--seed: 9223372036854775808 is out of range; numbers go from ");
    check_refused("quiz --seed 1 --grid 64 --template", "--fresh and --seed draw the sizes");
    check_refused("quiz --template --format json", "does not go with");
    check_refused("quiz --grid 0 --template", "--grid takes");
    check_refused("quiz --block 2 --template", "halo");
    check_refused("quiz </dev/null", "at a terminal");
}
