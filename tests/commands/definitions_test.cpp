// What the programs' help promises: every command has an example, and examples name what there is.
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace kit;
using nlohmann::json;

namespace {

const json& definitions() {
    static const json all = [] {
        const ProcessResult result = run_checker({"completion", "json"});
        REQUIRE(result.code == 0);
        return json_from(result.output);
    }();
    return all;
}

template <class Visit>
void walk(const json& command, const std::string& path, const Visit& visit) {
    visit(command, path);
    for (const json& each : command["commands"]) {
        walk(each, path + " " + each["name"].get<std::string>(), visit);
    }
}

const json* named(const json& commands, const std::string& name) {
    for (const json& each : commands) {
        if (each["name"] == name) {
            return &each;
        }
    }
    return nullptr;
}

const json* option_named(const json& command, const std::string& name) {
    for (const json& option : command["options"]) {
        for (const json& each : option["names"]) {
            if (each == name) {
                return &option;
            }
        }
    }
    return nullptr;
}

/// One of the words, or several with commas between them, as in --gpu T4,H200.
bool is_offered(const json& value, const std::string& word) {
    const json& words = value["words"];
    std::istringstream list(word);
    for (std::string one; !words.empty() && std::getline(list, one, ',');) {
        if (std::ranges::find(words, json(one)) == words.end()) {
            return false;
        }
    }
    return true;
}

/// What is wrong with the first "./lab ..." of a line; empty if nothing is. The words end where the
/// shell's own begin.
std::string mistake_in(const std::string& line) {
    const std::size_t begin = line.find("./lab");
    if (begin == std::string::npos) {
        return "there is no ./lab in it";
    }
    std::istringstream words(line.substr(begin, line.find_first_of("|)&>", begin) - begin));
    std::string word;
    words >> word;
    const json* command = &definitions();
    const json* value = nullptr; // of the option before the word
    std::size_t position = 0;
    while (words >> word) {
        if (value != nullptr) {
            if (!is_offered(*value, word)) {
                return "'" + word + "' is not offered";
            }
            value = nullptr;
        } else if (word.front() == '-') {
            const json* option = option_named(*command, word);
            if (option == nullptr) {
                return "there is no option " + word;
            }
            value = (*option)["value"].is_null() ? nullptr : &(*option)["value"];
            // "STUDENT LAB POINTS": an option of several values; the first ones are anything.
            const std::string name = value != nullptr ? (*value)["name"].get<std::string>() : "";
            for (auto more = std::ranges::count(name, ' '); more > 0; --more) {
                words >> word;
            }
        } else if (const json* next = named((*command)["commands"], word)) {
            command = next;
        } else {
            const json& arguments = (*command)["arguments"];
            if (arguments.empty() || !(*command)["commands"].empty()) {
                return "there is no command or argument " + word;
            }
            const json& argument = arguments[std::min(position++, arguments.size() - 1)]["value"];
            if (position > arguments.size() && !argument["repeated"].get<bool>()) {
                return word + " is one argument too many";
            }
            if (!is_offered(argument, word)) {
                return "'" + word + "' is not offered";
            }
        }
    }
    return value != nullptr ? "the last option has no value" : "";
}

std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("every command has help and an example that names what there is") {
    walk(definitions(), "./lab", [](const json& command, const std::string& path) {
        INFO(path);
        CHECK_FALSE(command["help"].get<std::string>().empty());
        CHECK_FALSE(command["examples"].empty());
        for (const json& example : command["examples"]) {
            CHECK_FALSE(example["lines"].empty());
            for (const json& line : example["lines"]) {
                const std::string text = line.get<std::string>();
                INFO(text);
                CHECK(mistake_in(text).empty());
                CHECK_THAT(text, ContainsSubstring(command["commands"].empty() ? path : "./lab"));
            }
        }
    });
}

TEST_CASE("every option and argument has help, and values have names") {
    walk(definitions(), "./lab", [](const json& command, const std::string& path) {
        for (const json& option : command["options"]) {
            INFO(path << " " << json_line(option["names"]));
            const std::string help = option["help"].get<std::string>();
            CHECK_FALSE(help.empty());
            CHECK((help.empty() || help.back() != '.'));
            CHECK((option["value"].is_null() || option["value"]["name"] != "TEXT"));
        }
        for (const json& argument : command["arguments"]) {
            INFO(path << " " << json_line(argument["value"]["name"]));
            CHECK_FALSE(argument["help"].get<std::string>().empty());
        }
    });
}

TEST_CASE("the programs beside the checker are there, to the last command") {
    for (const char* program : {"analytics", "handouts", "test", "completion"}) {
        INFO(program);
        CHECK(named(definitions()["commands"], program) != nullptr);
    }
    const json* analytics = named(definitions()["commands"], "analytics");
    REQUIRE(analytics != nullptr);
    const json* kernel = named((*analytics)["commands"], "kernel");
    REQUIRE(kernel != nullptr);
    CHECK(option_named(*kernel, "--gpu") != nullptr);
}

TEST_CASE("what the script says before the first build names commands that there are") {
    const std::string script = file_text((kit::source_root() / "lab").string());
    const std::size_t begin = script.find("usage: ./lab");
    std::istringstream usage(script.substr(begin, script.find("\nEND", begin) - begin));
    int commands = 0;
    for (std::string line; std::getline(usage, line);) {
        if (line.starts_with("  ")) {
            CHECK(named(definitions()["commands"], line.substr(2, line.find(' ', 2) - 2)) !=
                  nullptr);
            ++commands;
        }
    }
    CHECK(commands > 5);
}

TEST_CASE("--help is what the definitions say, and fits a terminal") {
    for (const std::string command : {"check", "explore", "bench", "test", "completion"}) {
        const ProcessResult result = run_checker({command, "--help"});
        INFO(result.output);
        CHECK(result.code == 0);
        CHECK_THAT(result.output, ContainsSubstring("usage: ./lab " + command));
        CHECK_THAT(result.output, ContainsSubstring("\nExample"));
        std::istringstream lines(result.output);
        for (std::string line; std::getline(lines, line);) {
            CHECK(line.size() <= 80);
        }
    }
}

TEST_CASE("what the completion refuses") {
    CHECK(run_checker({"completion"}).code == 2);
    CHECK(run_checker({"completion", "fish"}).code == 2);
    const ProcessResult test = run_checker({"test"});
    CHECK(test.code == 2);
    CHECK_THAT(test.errors, ContainsSubstring("./lab test"));
}
