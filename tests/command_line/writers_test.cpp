// What is made of a small definition: help, scripts for shells, the manual's source, JSON.
#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/command_line/completion.hpp"
#include "checker/command_line/definition.hpp"
#include "tests/catch.hpp"
#include "tests/command_line/small_program.hpp"
#include "tests/golden.hpp"

#include <iostream>
#include <sstream>

using namespace kit;

namespace {

std::string golden(const std::string& name) {
    return "tests/command_line/golden/" + name;
}

/// What a command line prints that is answered without running anything.
std::string printed_for(const std::vector<std::string>& words) {
    SmallProgram program;
    std::ostringstream printed;
    std::streambuf* const terminal = std::cout.rdbuf(printed.rdbuf());
    const bool has_run = program.app.parse(words);
    std::cout.rdbuf(terminal);
    CHECK_FALSE(has_run);
    return printed.str();
}

} // namespace

TEST_CASE("help", "[golden]") {
    kit::check_golden(golden("help.txt"), printed_for({"--help"}));
    kit::check_golden(golden("help-check.txt"), printed_for({"check", "--help"}));
}

TEST_CASE("what may stand where a word is typed") {
    const SmallProgram program;
    const Command lab = program.app.definition();
    const auto offered = [&lab](const std::vector<std::string>& typed) {
        const Completions all = completions(lab, typed, "/no/labs");
        std::string text = name(all.kind);
        for (const Completions::Word& word : all.words) {
            text += " " + word.text + (word.help.empty() ? "" : " (" + word.help + ")");
        }
        return text;
    };
    CHECK(offered({""}) == "words check (Check [one] kernel: is it right) "
                           "counts (Count with \\ and .dots)");
    CHECK(offered({"check", "5", "--gp"}) == "words --gpu (A GPU)");
    CHECK(offered({"check", "5", "--gpu="}) == "words --gpu=A100 --gpu=H200");
    CHECK(offered({"check", "--seed", "5", ""}) == "words");
    CHECK(offered({"check", "-s", "5", ""}) == "file");
    CHECK(offered({"--root", ""}) == "folder");
    CHECK(offered({"counts", "of", "--answers", "a", "b", "--answers", ""}) == "file");
    CHECK(offered({"counts", "of", "bytes", "bl"}) == "words blocks");
    CHECK(offered({"check", "5", "--", "--gp"}) == "file");
    CHECK(offered({"nothing", ""}) == "words");
}

TEST_CASE("the same as JSON") {
    const SmallProgram program;
    const auto lab = json_from(json_definition(program.app.definition()));
    const auto& check = lab["commands"][0];
    CHECK(check["name"] == "check");
    CHECK(check["options"][0]["value"].is_null());
    CHECK(check["options"][1]["value"]["words"] == std::vector<std::string>{"auto", "gpu"});
    CHECK(check["arguments"][0]["value"]["kind"] == "lab");
    CHECK(lab["commands"][1]["commands"][0]["examples"][0]["lines"].size() == 2);
}

TEST_CASE("lines are broken between words, by columns and not by bytes") {
    CHECK(wrapped("one two three", 7) == "one two\nthree");
    CHECK(wrapped("one two", 6, "  ") == "one\n  two");
    CHECK(wrapped("120³ 120³", 9) == "120³ 120³");
    CHECK(wrapped("longer-than-that no", 5) == "longer-than-that\nno");
    CHECK(wrapped("", 5).empty());
}
