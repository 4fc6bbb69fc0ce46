// An application read as data.
#include "tests/catch.hpp"
#include "tests/command_line/small_program.hpp"

using namespace kit;

TEST_CASE("commands, options and arguments are read, hidden ones are not") {
    const SmallProgram program;
    const Command lab = program.app.definition();
    REQUIRE(lab.commands.size() == 2);
    CHECK(lab.name == "./lab");
    CHECK(lab.command_required);
    REQUIRE(lab.options.size() == 3);
    CHECK(lab.options[0].names == std::vector<std::string>{"--root"});
    CHECK(lab.options[1].names == std::vector<std::string>{"--version"});
    CHECK(lab.options[2].names == std::vector<std::string>{"--help", "-h"});
    const Command& check = lab.commands[0];
    REQUIRE(check.arguments.size() == 2);
    CHECK(check.arguments[0].required);
    CHECK_FALSE(check.arguments[1].required);
    CHECK(check.options.back().names.front() == "--help");
    CHECK(lab.commands[1].commands.at(0).name == "of");
}

TEST_CASE("a value's kind follows from its name and its words") {
    const SmallProgram program;
    const Command lab = program.app.definition();
    const Command& check = lab.commands[0];
    CHECK(lab.options[0].value->kind == Kind::folder);
    CHECK(check.arguments[0].value.kind == Kind::lab);
    CHECK(check.arguments[1].value.kind == Kind::file);
    CHECK_FALSE(check.options[0].value.has_value());
    const OptionValue& backend = *check.options[1].value;
    CHECK(backend.kind == Kind::words);
    CHECK(backend.name == "auto|gpu");
    CHECK(backend.words == std::vector<std::string>{"auto", "gpu"});
    CHECK(backend.standard == "auto");
    const OptionValue& gpu = *check.options[2].value;
    CHECK(gpu.name == "GPU");
    CHECK(gpu.words == std::vector<std::string>{"A100", "H200"});
    CHECK(check.options[3].value->name == "N");
    const Command& of = lab.commands[1].commands[0];
    CHECK(of.arguments[0].value.repeated);
    CHECK(of.options[0].value->repeated);
    CHECK(of.options[0].value->kind == Kind::file);
}

TEST_CASE("offered words refuse nothing") {
    SmallProgram program;
    CHECK(program.app.parse({"check", "5", "--gpu", "any"}));
}

TEST_CASE("paragraphs are one line, footers are notes and examples") {
    const SmallProgram program;
    const Command lab = program.app.definition();
    const Command& check = lab.commands[0];
    CHECK(check.options[1].help == "Where it runs");
    CHECK(check.notes == "Notes, in two lines.");
    REQUIRE(check.examples.size() == 1);
    CHECK(check.examples[0].caption.empty());
    CHECK(check.examples[0].lines == std::vector<std::string>{"./lab check 5 --backend gpu"});
    const Command& of = lab.commands[1].commands[0];
    REQUIRE(of.examples.size() == 1);
    CHECK(of.examples[0].caption == "two lines");
    CHECK(of.examples[0].lines.size() == 2);
}
