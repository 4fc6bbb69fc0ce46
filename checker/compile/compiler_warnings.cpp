#include "checker/compile/compiler_warnings.hpp"

#include "checker/base/tokens.hpp"
#include "checker/compile/fix_it.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/located_line.hpp"
#include "checker/compile/text_warnings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace kit {

namespace {

struct Warning {
    std::string_view option; ///< the beginning of the name of clang's option
    std::string_view hint;
};

constexpr std::array warnings{
    Warning{"uninitialized", "Give it a value where it is declared."},
    Warning{"sometimes-uninitialized", "Give it a value where it is declared."},
    Warning{"parentheses", "If a comparison is meant, write ==."},
    Warning{"logical-not-parentheses", "It comes before the comparison: write !(a < b)."},
    Warning{"dangling-else", "Put braces round the inner if."},
    Warning{"empty-body", "Does a ';' stand right behind the condition?"},
    Warning{"unused-value", "Its value is not used: is an assignment missing?"},
    Warning{"unused-comparison", "If an assignment is meant, write =."},
    Warning{"tautological-constant-out-of-range-compare",
            "A comparison is 0 or 1: a < b < c compares that with c. Write a < b && b < c."},
    Warning{"tautological", "It has the same result for every thread. An unsigned number, such as "
                            "threadIdx.x - 1, is never below 0: convert it to int first."},
    Warning{"array-bounds", "Compare the index with the array's extent."},
    Warning{"self-assign", "It changes nothing."},
    Warning{"sizeof-pointer", "A pointer has 8 bytes, however long its array is: the kernel gets "
                              "the number of cells as a parameter."},
    Warning{"division-by-zero", ""},
    Warning{"shift", ""},
    Warning{"double-promotion", "A number such as 0.5 is a double; 0.5f is a float."},
    Warning{"shadow",
            "The type declares a second variable, which ends with its block, and the outer "
            "one never changes. Leave the type out to store to the outer one."},
    Warning{"float-conversion", "A whole number drops the fraction. Give the variable the type of "
                                "the cells."},
    Warning{"implicit-int-conversion",
            "The smaller type keeps the last bits only: 8 bits hold 0 to 255 or -128 to 127, 16 "
            "bits 65,536 numbers. Use int."},
    Warning{"return-type", "Give every path through the function a return."},
};

/// What a comma operator at this column was meant for: an index, or the numbers of a dim3.
std::string comma_hint(const std::string& line, int column) {
    const std::size_t open = line.find_last_of("[(", static_cast<std::size_t>(column) - 1);
    return open != std::string::npos && line[open] == '['
               ? "Of numbers in one pair of brackets the last one alone counts. An array of a grid "
                 "has one index for all axes, a tile of several axes a pair of brackets for each."
               : "Of numbers in round brackets the last one counts: grid and block are written "
                 "dim3 "
                 "grid(x, y, z).";
}

/// Whether each name that is compared with 0, as in "i >= 0 && i < n", has an upper bound beside it.
bool are_bounded_above(const std::string& line) {
    const Tokens tokens = tokens_of(line);
    std::set<std::string_view> bounded;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i + 1].is("<")) {
            bounded.insert(tokens[i].text);
        }
    }
    for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
        if (tokens[i + 1].is(">") && tokens[i + 2].is("=") && tokens[i + 3].is("0") &&
            !bounded.contains(tokens[i].text)) {
            return false;
        }
    }
    return !bounded.empty();
}

/// Says the compiler's fix, unless the hint says it already. A hint that begins with "If" is for what the warning
/// mostly means, and the fix for what it means here.
void add_fix(Finding& finding, const std::vector<FixIt>& fixes, const SubmissionFile& submission) {
    const std::string fix = fix_sentence(fixes, submission, finding.lines.front().line);
    if (fix.empty() ||
        finding.hint.find("write " + fixes.front().text + ".") != std::string::npos) {
        return;
    }
    if (finding.hint.empty() || finding.hint.starts_with("If ")) {
        finding.hint = fix;
    } else {
        finding.hint += " " + fix;
    }
}

/// Whether the line has the name of a type of 8 or 16 bits.
bool declares_small(const std::string& line) {
    constexpr std::array names{"char", "short", "int8_t", "uint8_t", "int16_t", "uint16_t"};
    const Tokens tokens = tokens_of(line);
    return std::ranges::any_of(tokens,
                               [&](const Token& token) { return is_one_of(names, token.text); });
}

/// What clang++ warns of, as a finding; nothing where it does not matter to a kernel.
std::optional<Finding> finding_of(const LocatedLine& located, const SubmissionFile& submission) {
    if (located.kind != "warning" || located.option.empty() || !is_submission(located.file)) {
        return std::nullopt;
    }
    const std::string option = located.option.substr(2); // without -W
    if (option == "shadow" && located.text.find("shadows a local variable") == std::string::npos) {
        return std::nullopt; // a parameter may well be called as something outside all functions
    }
    if (option == "double-promotion" &&
        submission.line(located.line).find("printf") != std::string::npos) {
        return std::nullopt; // printf takes every number with a fraction as a double
    }
    if (option == "implicit-int-conversion" && !declares_small(submission.line(located.line))) {
        return std::nullopt; // elements of a smaller type are meant
    }
    if (option == "tautological-unsigned-zero-compare" &&
        are_bounded_above(submission.line(located.line))) {
        return std::nullopt; // what is below 0 wraps round, and is past the upper bound
    }
    const auto known = std::ranges::find_if(
        warnings, [&option](const Warning& each) { return option.starts_with(each.option); });
    if (known == warnings.end()) {
        return std::nullopt;
    }
    const bool drops_fraction = option == "float-conversion";
    const bool is_after_division =
        drops_fraction && submission.line(located.line).find("ceil") != std::string::npos &&
        submission.line(located.line).find('/') != std::string::npos;
    // nvcc has the same warning for both, but where no path returns a value, none can be meant.
    const bool never_returns = located.text == "non-void function does not return a value";
    return Finding{.kind = never_returns ? FindingKind::build_error : FindingKind::compiler_warning,
                   .severity = never_returns ? Severity::error : Severity::warning,
                   .message = never_returns ? "The function returns a value, and has no return."
                              : drops_fraction
                                  ? "A number with a fraction is stored as a whole number."
                              : option == "implicit-int-conversion"
                                  ? "A whole number is stored in a smaller type: " +
                                        located.text.substr(located.text.rfind(": ") + 2) + "."
                                  : "The compiler warns: " + located.text + ".",
                   .lines = {{submission.shown_path, located.line, located.column,
                              submission.line(located.line)}},
                   .hint = is_after_division
                               ? "A division of two whole numbers has rounded down before ceil() "
                                 "sees it: (n + B - 1) / B rounds up."
                           : located.text.find("comma operator") != std::string::npos
                               ? comma_hint(submission.line(located.line), located.column)
                               : std::string(known->hint),
                   .cause = {Cause::Kind::compilers_warning, option}};
}

} // namespace

std::vector<Finding> warnings_from_compiler(const std::string& output,
                                            const SubmissionFile& submission) {
    std::vector<Finding> findings;
    std::set<int> told;
    ProposedFixes proposed;
    bool is_new = false; ///< whether notes and fixes that come next are of the last finding
    const auto finish = [&] {
        if (is_new) {
            add_fix(findings.back(), proposed.fixes(), submission);
        }
        is_new = false;
    };
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const std::optional<LocatedLine> located = located_line(line);
        if (!located) {
            proposed.take(line);
            continue;
        }
        if (located->kind == "note") {
            proposed.note(located->text);
            continue;
        }
        finish();
        proposed.begin();
        if (located->option == "-Wreturn-type") {
            // A line that is a whole function has others, such as a value that is not used.
            std::erase_if(findings,
                          [&](const Finding& other) { return first_line(other) == located->line; });
        } else if (told.contains(located->line)) {
            continue;
        }
        if (auto finding = finding_of(*located, submission)) {
            // Another warning of the line tells more.
            if (located->option != "-Wdouble-promotion") {
                told.insert(located->line);
            }
            findings.push_back(std::move(*finding));
            is_new = true;
        }
    }
    finish();
    return findings;
}

std::vector<Finding> warnings_of(const std::string& said, const SubmissionFile& submission) {
    std::vector<Finding> all = text_warnings(submission);
    const std::size_t of_text = all.size();
    for (Finding& warning : warnings_from_compiler(said, submission)) {
        // Where the text tells of the line, it tells more.
        const bool is_told = warning.severity == Severity::warning &&
                             std::any_of(all.begin(), all.begin() + of_text, [&](const Finding& f) {
                                 return first_line(f) == first_line(warning);
                             });
        const auto same = std::ranges::find_if(
            all, [&](const Finding& f) { return f.message == warning.message; });
        if (same != all.end() && !is_told) {
            same->lines.push_back(warning.lines.front());
        } else if (!is_told) {
            all.push_back(std::move(warning));
        }
    }
    return all;
}

} // namespace kit
