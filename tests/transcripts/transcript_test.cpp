// Whole sessions of a student, command by command: what people read, kept as it was recorded.
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/golden.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

using namespace kit;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> strings(const toml::array* array) {
    std::vector<std::string> list;
    if (array != nullptr) {
        for (const toml::node& node : *array) {
            list.push_back(node.value_or(std::string()));
        }
    }
    return list;
}

/// Times, and which of several equal threads was met first, differ from run to run; whether there is a
/// sandbox from machine to machine.
std::string without_chance(std::string text, const std::string& folder) {
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
        text.erase(at, folder.size());
    }
    const std::pair<std::regex, const char*> rules[] = {
        {std::regex(R"(Not in a sandbox: [^]*?\.\n\n)"), ""},
        {std::regex(R"( +<?[0-9.]+ (ms|µs|s)(?=\n|  | ·| in all))"), " T"},
        {std::regex("build from the cache|built in T"), "built"},
        {std::regex(R"(seen     [0-9,]+ times)"), "seen     N times"},
        {std::regex(R"((✗ \S+) +[0-9.e+-]+ )"), "$1 E "}, // of a race: by chance
        {std::regex(R"(tile(\[[0-9]+\])+)"), "tile[N]"},
        {std::regex(R"(\([0-9]+,[0-9]+,[0-9]+\))"), "(N,N,N)"},
    };
    for (const auto& [pattern, instead] : rules) {
        text = std::regex_replace(text, pattern, instead);
    }
    return text;
}

/// A folder with one lab, as a student has it.
class Session {
public:
    explicit Session(const std::string& lab) {
        for (const char* part : {"labs", "solutions"}) {
            fs::create_directories(folder_.path() / part);
            fs::copy(kit::source_root() / part / lab, folder_.path() / part / lab,
                     fs::copy_options::recursive);
        }
        fs::copy(kit::source_root() / "labs/include", folder_.path() / "labs/include",
                 fs::copy_options::recursive);
        file_ = folder_.path() / "labs" / lab / "kernel.cu";
        // The student's own copy may be under way; the one that is handed out is not.
        kit::write_file(file_, kit::skeleton_in(kit::source_root() / "solutions" / lab));
    }

    void edit(const std::string& from, const std::string& to) const {
        std::string text = text_of(file_);
        const auto at = text.find(from);
        INFO("to be edited: " << from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
        std::ofstream(file_, std::ios::binary) << text;
    }

    [[nodiscard]] std::string run(std::vector<std::string> arguments) const {
        std::string shown = "$ ./lab";
        for (const std::string& argument : arguments) {
            shown += " " + argument;
        }
        arguments.insert(arguments.begin(), {"--root", folder_.path().string()});
        const ProcessResult result = run_checker(arguments, {"KIT_PROGRESS=keep", "KIT_PARTS="});
        return fmt::format("{}\n{}{}[exit code {}]\n", shown,
                           without_chance(result.output, folder_.path().filename().string() + "/"),
                           result.errors, result.code);
    }

private:
    TemporaryFolder folder_;
    fs::path file_;
};

} // namespace

TEST_CASE("lab 05 is solved, with five errors on the way", "[golden]") {
    const fs::path here = kit::source_root() / "tests/transcripts";
    const toml::table script = toml::parse_file((here / "solving_lab_05.toml").string());
    const Session session(script["lab"].value_or(std::string()));
    std::string transcript;
    for (const toml::node& node : *script["step"].as_array()) {
        const toml::table& step = *node.as_table();
        if (const toml::array* edits = step["edits"].as_array()) {
            for (const toml::node& edit : *edits) {
                const std::vector<std::string> pair = strings(edit.as_array());
                session.edit(pair.at(0), pair.at(1));
            }
        }
        transcript += fmt::format("{}# {}\n{}", transcript.empty() ? "" : "\n",
                                  step["say"].value_or(std::string()),
                                  session.run(strings(step["run"].as_array())));
    }
    check_golden("tests/transcripts/solving_lab_05.txt", transcript);
}
