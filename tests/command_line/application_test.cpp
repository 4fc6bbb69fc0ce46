// What a command finds in its variables when it runs, and when it does not run.
#include "checker/command_line/application.hpp"
#include "tests/catch.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

using namespace kit;

namespace {

/// "./lab run", with a variable of every type.
struct Program {
    Application app = Application("./lab", "A small kit");
    std::string text = "none";
    std::filesystem::path path;
    int number = 1;
    unsigned jobs = 0;
    std::uint64_t seed = 0;
    std::optional<std::string> maybe_text;
    std::optional<int> maybe_number;
    std::optional<std::int64_t> maybe_long;
    std::optional<std::uint64_t> maybe_seed;
    std::vector<std::string> texts;
    std::vector<int> numbers;
    bool flag = false;
    bool seed_given = false;
    int runs = 0;

    Program() {
        CommandBuilder run = app.add_command("run", "Run");
        run.add_option("--text", text, "A word").one_of({"none", "one"}).shows_default();
        run.add_option("--path", path, "A folder").existing_folder();
        run.add_option("--number", number, "A number").in_range(1, 9);
        run.add_option("--jobs", jobs, "A number");
        const OptionBuilder given = run.add_option("--seed", seed, "A number");
        run.add_option("--maybe-text", maybe_text, "A word").offers({"one", "two"});
        run.add_option("--maybe-number", maybe_number, "A number");
        run.add_option("--maybe-long", maybe_long, "A number");
        run.add_option("--maybe-seed", maybe_seed, "A number");
        run.add_option("--texts", texts, "Words").separated_by(',');
        run.add_option("--numbers", numbers, "Numbers");
        run.add_flag("--flag", flag, "Whether").excludes(given);
        run.action([this, given] {
            seed_given = given.is_given();
            ++runs;
        });
    }

    Program(const Program&) = delete; // the application knows where the variables are
    Program& operator=(const Program&) = delete;

    bool reads(std::vector<std::string> words) {
        words.insert(words.begin(), "run");
        return app.parse(words);
    }
};

} // namespace

TEST_CASE("a command that is named runs, with what was typed in its variables") {
    Program program;
    REQUIRE(program.reads({"--text=one", "--path=/", "--number=9", "--jobs=4", "--seed=7",
                           "--maybe-text=any", "--maybe-number=-2", "--maybe-long=-3",
                           "--maybe-seed=8", "--texts=a,b", "--numbers", "1", "2"}));
    CHECK(program.runs == 1);
    CHECK(program.text == "one");
    CHECK(program.path == "/");
    CHECK(program.number == 9);
    CHECK(program.jobs == 4);
    CHECK(program.seed == 7);
    CHECK(program.seed_given);
    CHECK(program.maybe_text == "any");
    CHECK(program.maybe_number == -2);
    CHECK(program.maybe_long == -3);
    CHECK(program.maybe_seed == 8u);
    CHECK(program.texts == std::vector<std::string>{"a", "b"});
    CHECK(program.numbers == std::vector<int>{1, 2});
}

TEST_CASE("what was not typed stays as it was") {
    Program program;
    REQUIRE(program.reads({"--flag"}));
    CHECK(program.flag);
    CHECK(program.text == "none");
    CHECK(program.number == 1);
    CHECK_FALSE(program.seed_given);
    CHECK_FALSE(program.maybe_text.has_value());
    CHECK(program.texts.empty());
}

TEST_CASE("what an option does not take is refused, and nothing runs") {
    Program program;
    CHECK_THROWS_AS(program.reads({"--text", "two"}), Refused);
    CHECK_THROWS_AS(program.reads({"--path", "/no such folder"}), Refused);
    CHECK_THROWS_AS(program.reads({"--number", "10"}), Refused);
    CHECK_THROWS_AS(program.reads({"--jobs", "many"}), Refused);
    CHECK_THROWS_AS(program.reads({"--flag", "--seed", "1"}), Refused);
    CHECK_THROWS_AS(program.app.parse({}), Refused);
    CHECK(program.runs == 0);
}

TEST_CASE("the arguments of main are read without the program's name") {
    Program program;
    const std::vector<const char*> arguments{"/bin/lab", "run", "--number", "3"};
    CHECK(program.app.parse(static_cast<int>(arguments.size()), arguments.data()));
    CHECK(program.number == 3);
    CHECK_THROWS_AS(program.app.parse(0, arguments.data()), Refused);
}

TEST_CASE("a definition outlives its application") {
    const Command lab = Program().app.definition();
    CHECK(lab.name == "./lab");
    CHECK(lab.command_required);
    CHECK(lab.commands.at(0).options.front().value->standard == "none");
}
