// The tables "One part at a time" of the handouts: with the solution's first parts in the skeleton, a check and a trace
// show what the table says.
#include "checker/base/layout.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/marked_parts.hpp"
#include "tests/catch.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

using namespace kit;
namespace fs = std::filesystem;

namespace {

struct Step {
    int lines = 0; ///< about how many the part takes
    std::string seen;
};

struct Steps {
    std::vector<std::string> trace; ///< the command's words behind "./lab"
    std::vector<Step> of_parts;
};

Steps steps_of(const fs::path& handout) {
    const std::string page = read_file(handout);
    const std::size_t at = page.find("### One part at a time");
    Steps steps;
    if (at == std::string::npos) {
        return steps;
    }
    const std::string section = page.substr(at, page.find("\n## ", at) - at);
    std::smatch found;
    REQUIRE(std::regex_search(section, found, std::regex("`\\./lab (trace [^`]*)`")));
    std::istringstream words(found[1].str());
    for (std::string word; words >> word;) {
        steps.trace.push_back(word);
    }
    const std::regex row("\\| (\\d+) \\| (\\d+) \\| (.*) \\|\n");
    for (std::sregex_iterator i(section.begin(), section.end(), row), end; i != end; ++i) {
        CHECK(std::stoul((*i)[1]) == steps.of_parts.size() + 1);
        steps.of_parts.push_back({std::stoi((*i)[2]), (*i)[3]});
    }
    return steps;
}

int lines_of_code(const std::string& text) {
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string_view code = trimmed(line);
        count += code.empty() || code.starts_with("//") ? 0 : 1;
    }
    return count;
}

/// The skeleton with the solution's parts up to this one.
std::string written(const Lab& lab, std::size_t parts) {
    const std::string solution = read_file(lab.solution);
    std::string text = skeleton_text(lab);
    const std::vector<MarkedPart> from = marked_parts(solution);
    const std::vector<MarkedPart> to = marked_parts(text);
    for (std::size_t i = parts; i-- > 0;) {
        text.replace(to[i].begin, to[i].end - to[i].begin,
                     solution.substr(from[i].begin, from[i].end - from[i].begin));
    }
    return text;
}

} // namespace

TEST_CASE("after each part a check and a trace show what the handout says") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "kernel.cu").string();
    int tables = 0;
    for (const Lab& lab : read_catalog(source_root())) {
        const Steps steps = steps_of(lab.handout);
        if (steps.of_parts.empty()) {
            continue;
        }
        ++tables;
        const std::string solution = read_file(lab.solution);
        const std::vector<MarkedPart> parts = marked_parts(solution);
        REQUIRE(steps.of_parts.size() == parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            CAPTURE(lab.id, i + 1);
            const auto& [lines, seen] = steps.of_parts[i];
            CHECK(lines ==
                  lines_of_code(solution.substr(parts[i].begin, parts[i].end - parts[i].begin)));
            std::ofstream(file, std::ios::binary) << written(lab, i + 1);
            std::vector<std::string> trace = steps.trace;
            trace.insert(trace.begin() + 2, file);
            const std::string shown = run_checker({"check", std::to_string(lab.number), file},
                                                  {"KIT_PARTS=none", "KIT_NVCC=none"})
                                          .output +
                                      run_checker(trace).output;
            CAPTURE(shown);
            const std::regex quoted("`([^`]*)`");
            for (std::sregex_iterator word(seen.begin(), seen.end(), quoted), end; word != end;
                 ++word) {
                CAPTURE(word->str());
                CHECK(shown.find((*word)[1].str()) != std::string::npos);
            }
        }
    }
    CHECK(tables >= 9);
}
