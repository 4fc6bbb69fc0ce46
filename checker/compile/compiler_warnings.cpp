#include "checker/compile/compiler_warnings.hpp"

#include "checker/compile/glue.hpp"
#include "checker/compile/located_line.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

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
    Warning{"dangling-else", "Put braces round the inner if."},
    Warning{"empty-body", "Does a ';' stand right behind the condition?"},
    Warning{"unused-value", "Its value is not used: is an assignment missing?"},
    Warning{"unused-comparison", "If an assignment is meant, write =."},
    Warning{"tautological", "It has the same result for every thread. An unsigned number, such as "
                            "threadIdx.x - 1, is never below 0: convert it to int first."},
    Warning{"array-bounds", "Compare the index with the array's extent."},
    Warning{"self-assign", "It changes nothing."},
    Warning{"division-by-zero", ""},
    Warning{"shift", ""},
    Warning{"return-type", "Give every path through the function a return."},
};

} // namespace

std::vector<Finding> warnings_from_compiler(const std::string& output,
                                            const SubmissionFile& submission) {
    std::vector<Finding> findings;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const std::optional<LocatedLine> located = located_line(line);
        if (!located || located->kind != "warning" || located->option.empty() ||
            std::filesystem::path(located->file).filename() != submission_name) {
            continue;
        }
        const std::string option = located->option.substr(2); // without -W
        const auto known =
            std::find_if(warnings.begin(), warnings.end(), [&option](const Warning& each) {
                return option.starts_with(each.option);
            });
        const int number = located->line;
        const bool told = std::any_of(findings.begin(), findings.end(), [number](const Finding& f) {
            return f.lines.front().line == number;
        });
        if (known == warnings.end() || told) {
            continue;
        }
        // nvcc has the same warning for both, but where no path returns a value, none can be meant.
        const bool never_returns = located->text == "non-void function does not return a value";
        findings.push_back(
            {.kind = never_returns ? FindingKind::build_error : FindingKind::compiler_warning,
             .severity = never_returns ? Severity::error : Severity::warning,
             .message = never_returns ? "The function returns a value, and has no return."
                                      : "The compiler warns: " + located->text + ".",
             .lines = {{submission.shown_path, number, located->column, submission.line(number)}},
             .hint = std::string(known->hint),
             .cause = "warning " + option});
    }
    return findings;
}

} // namespace kit
