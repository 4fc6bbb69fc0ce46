// Skeleton and solution held against each other.
#include "tests/labs/regions.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>

namespace {

/// One of the two files: its lines outside regions, markers among them, and each region's text.
struct Parts {
    std::vector<std::string> outside;
    std::vector<std::string> regions;
    std::vector<std::string> problems;
};

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

std::string begin_marker(std::size_t number) {
    return "// >>> your part " + std::to_string(number) + ": ";
}

std::string end_marker(std::size_t number) {
    return "// <<< your part " + std::to_string(number);
}

std::string_view without_indent(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

Parts take_apart(std::string_view text, const std::string& who) {
    Parts parts;
    bool inside = false;
    std::size_t open = 1;       // the part that began last
    std::set<std::size_t> left; // numbers of parts that have not begun
    for (std::size_t at = text.find(">>>"); at != std::string_view::npos;
         at = text.find(">>>", at + 1)) {
        left.insert(left.size() + 1);
    }
    std::istringstream lines{std::string(text)};
    int number = 0;
    const auto problem = [&](const std::string& what) {
        parts.problems.push_back(who + ", line " + std::to_string(number) + ": " + what);
    };
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string_view content = without_indent(line);
        const bool begins = contains(line, ">>>");
        const bool ends = contains(line, "<<<");
        if (begins) {
            // In any order: a part may stand before one that is better written first.
            open = *left.begin();
            for (const std::size_t each : left) {
                open = content.rfind(begin_marker(each), 0) == 0 ? each : open;
            }
            left.erase(open);
            const std::string expected = begin_marker(open);
            if (inside) {
                problem("a part begins within another");
            } else if (content.size() <= expected.size() || content.rfind(expected, 0) != 0) {
                problem("expected \"" + expected + "title\"");
            }
            inside = true;
            parts.regions.emplace_back();
        }
        if (ends) {
            if (!inside) {
                problem("a part ends that has not begun");
            } else if (content != end_marker(open)) {
                problem("expected \"" + end_marker(open) + "\"");
            }
            inside = false;
        }
        if (inside && !begins) {
            parts.regions.back() += line + "\n";
        } else {
            parts.outside.push_back(line);
        }
    }
    if (inside) {
        problem("the last part does not end");
    }
    if (parts.regions.empty()) {
        problem("no part for the student");
    }
    if (text.empty() || text.back() != '\n') {
        problem("no end of line at the file's end");
    }
    return parts;
}

} // namespace

std::vector<std::string> region_problems(std::string_view skeleton, std::string_view solution) {
    const Parts theirs = take_apart(skeleton, "skeleton");
    const Parts ours = take_apart(solution, "solution");
    std::vector<std::string> problems = theirs.problems;
    problems.insert(problems.end(), ours.problems.begin(), ours.problems.end());

    const auto [left, right] = std::mismatch(theirs.outside.begin(), theirs.outside.end(),
                                             ours.outside.begin(), ours.outside.end());
    if (left != theirs.outside.end() || right != ours.outside.end()) {
        const std::string none = "(end of file)";
        problems.push_back("they differ outside the parts: \"" +
                           (left != theirs.outside.end() ? *left : none) +
                           "\" in the skeleton, \"" +
                           (right != ours.outside.end() ? *right : none) + "\" in the solution");
    }
    for (std::size_t i = 0; i < theirs.regions.size(); ++i) {
        if (!contains(theirs.regions[i], "// TODO: ")) {
            problems.push_back("part " + std::to_string(i + 1) + " of the skeleton has no TODO");
        }
    }
    for (const std::string& line : theirs.outside) {
        if (contains(line, "TODO")) {
            problems.push_back("the skeleton has a TODO outside the parts: " + line);
        }
    }
    if (contains(solution, "TODO")) {
        problems.emplace_back("the solution has a TODO");
    }
    return problems;
}
