#include "checker/compile/diagnostics.hpp"

#include "checker/base/text_scanner.hpp"
#include "checker/base/tokens.hpp"
#include "checker/compile/cuda_names.hpp"
#include "checker/compile/fix_it.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/instrumentation/library_functions.hpp"
#include "checker/compile/interface_errors.hpp"
#include "checker/compile/located_line.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/student_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace kit {

namespace {

constexpr std::string_view host_constant = "host constant: "; ///< kit-instrument's words

/// One thing a compiler said, with the student's line that it led from.
struct Diagnostic {
    std::string file;
    int line = 0;
    int column = 0;
    std::string text;
    int student_line = 0;    ///< of kernel.cu, from a note; 0: none
    bool calls_host = false; ///< a function of the host from device code
    ProposedFixes proposed = {};
};

constexpr std::size_t most_findings = 5;

/// What stands between the first pair of quotes.
std::string in_quotes(const std::string& text) {
    const auto begin = text.find('\'');
    const auto end = begin == std::string::npos ? begin : text.find('\'', begin + 1);
    return end == std::string::npos ? "" : text.substr(begin + 1, end - begin - 1);
}

std::vector<Diagnostic> parse(const std::string& output) {
    std::vector<Diagnostic> diagnostics;
    bool after_error = false;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::optional<LocatedLine> located = located_line(line);
        if (!located) {
            if (after_error) {
                diagnostics.back().proposed.take(line);
            }
            continue;
        }
        if (located->kind.ends_with("error")) {
            diagnostics.push_back({.file = std::move(located->file),
                                   .line = located->line,
                                   .column = located->column,
                                   .text = std::move(located->text)});
            diagnostics.back().proposed.begin();
            after_error = true;
            continue;
        }
        after_error = after_error && located->kind == "note";
        if (!after_error) {
            continue;
        }
        Diagnostic& error = diagnostics.back();
        error.proposed.note(located->text);
        if (located->text.find("call to __host__ function") != std::string::npos) {
            error.calls_host = true;
        } else if (is_submission(located->file) && error.student_line == 0) {
            error.student_line = located->line;
        }
    }
    return diagnostics;
}

SourceLine at(const SubmissionFile& submission, int line, int column) {
    return {submission.shown_path, line, column, submission.line(line)};
}

Finding unsupported(const std::string& feature) {
    return {.kind = FindingKind::unsupported_feature,
            .message = fmt::format("The emulator does not support {}.", feature),
            .hint = "The labs can be solved without it; with a GPU, --backend gpu runs it."};
}

/// A name that a namespace of CUDA's lacks here.
std::optional<std::string> missing_in_cuda(const std::string& text) {
    for (const std::string space : {"cooperative_groups", "cuda"}) {
        if (text.find("in namespace '" + space + "'") != std::string::npos) {
            return space + "::" + in_quotes(text);
        }
    }
    return text.starts_with("implicit instantiation of undefined template 'cuda::")
               ? std::optional(in_quotes(text))
               : std::nullopt;
}

/// Device code calls a function of the host, or an operator of a type that has it for the host only.
Finding host_call(const std::string& name, const std::string& source, bool is_operator) {
    if (is_operator) {
        return build_error(
            fmt::format("Device code uses an operator of {} that is a function of the host.", name),
            "Types of the C++ library are for the host: use plain arrays and numbers.");
    }
    const bool is_extremum =
        (name == "max" || name == "min") && source.find("std::" + name) != std::string::npos;
    return build_error(
        fmt::format("Device code calls {}(), which is a function of the host.", name),
        is_extremum
            ? fmt::format("CUDA has its own {}() for two numbers: call it without std::.", name)
            : "A kernel can call only functions that are declared __device__. A constexpr function "
              "needs __host__ __device__ before it, too.");
}

/// The finding for an error in the student's own line, or in a header that this line led to.
Finding student_error(const Diagnostic& diagnostic, const SubmissionFile& submission,
                      const Lab& lab) {
    const bool own = is_submission(diagnostic.file);
    const int line = own ? diagnostic.line : diagnostic.student_line;
    const std::string source = submission.line(line);
    Finding finding = build_error(diagnostic.text);
    if (diagnostic.text.ends_with("' file not found")) {
        const std::string header = in_quotes(diagnostic.text);
        if (const auto feature = unsupported_header(header)) {
            finding = unsupported(*feature);
        } else {
            finding = build_error(fmt::format("There is no header '{}' here.", header),
                                  "A submission is one file: it includes lab.cuh and, where it "
                                  "wants them, headers of the C++ library.");
        }
    } else if ((diagnostic.calls_host || diagnostic.text.find("__host__") != std::string::npos) &&
               submission.text.find("std::atomic") != std::string::npos) {
        finding = unsupported("std::atomic and the compiler's own atomics");
    } else if (diagnostic.text.starts_with("unsupported: ")) {
        finding = unsupported(diagnostic.text.substr(diagnostic.text.find(' ') + 1));
    } else if (diagnostic.calls_host ||
               diagnostic.text.starts_with("reference to __host__ function")) {
        const std::string name = in_quotes(diagnostic.text);
        const auto feature = unsupported_name(name);
        finding = feature ? unsupported(*feature)
                          : host_call(name, source,
                                      diagnostic.text.starts_with("no viable overloaded operator"));
    } else if (diagnostic.text.starts_with("reference to __host__ variable")) {
        finding =
            build_error(fmt::format("Device code uses '{}', which is a variable of the host.",
                                    in_quotes(diagnostic.text)),
                        "Declare it __constant__ or __device__, or, if it is a single number, "
                        "constexpr.");
    } else if (diagnostic.text.starts_with(host_constant)) {
        finding = build_error(fmt::format("Device code reads '{}', a constexpr variable that only "
                                          "the host has in memory.",
                                          diagnostic.text.substr(host_constant.size())),
                              "Declare it __constant__ constexpr. Without that, nvcc lets a kernel "
                              "use only values that it can work out while it compiles.");
    } else if (diagnostic.text.starts_with("call to deleted function '") &&
               is_mathematics(in_quotes(diagnostic.text))) {
        finding = build_error(
            fmt::format(
                "CUDA's {0}() takes float or double: with whole numbers, or a mix, {0}() is "
                "a function of the host.",
                in_quotes(diagnostic.text)),
            "Convert what you give it: float(i), for one.");
    } else if (diagnostic.text.starts_with("cannot jump from switch statement")) {
        finding = unsupported(
            "a case that jumps over the declaration of a variable of an earlier case, which C++ "
            "forbids and nvcc takes");
        finding.hint = "Put the statements of the earlier case in braces: case 1: { ... break; }";
    } else if (source.find("<<<") != std::string::npos ||
               diagnostic.text.starts_with("call to global function")) {
        finding = build_error("A kernel.cu must not launch kernels.",
                              "Say in launch_config() what grid and block the kernel needs: the "
                              "checker launches it.");
    } else if (const auto name = missing_in_cuda(diagnostic.text)) {
        finding = unsupported(*name);
    } else if (diagnostic.text.find("undeclared") != std::string::npos ||
               diagnostic.text.find("unknown type name") != std::string::npos) {
        const std::string unknown = in_quotes(diagnostic.text);
        if (const auto feature = unsupported_name(unknown)) {
            finding = unsupported(fmt::format("{} ({})", unknown, *feature));
            if (unknown.starts_with("cuda")) {
                finding.message = fmt::format(
                    "'{}' belongs to {}, which have no place in a kernel.cu.", unknown, *feature);
                finding.hint =
                    "The checker allocates memory, copies and launches. Keep the kernel, "
                    "the functions that it calls and launch_config(); a block waits with "
                    "__syncthreads().";
            }
        } else if (const auto now = replacement_of_removed(unknown)) {
            finding = build_error(
                fmt::format("CUDA has no {}() any more: today it is {}.", unknown, *now),
                now->find("mask") != std::string::npos
                    ? "The mask says which threads of the warp take part: 0xffffffff for all 32."
                    : "");
        }
    }
    if (own && finding.message == diagnostic.text) {
        if (const auto sentence =
                student_sentence(diagnostic.text, line, diagnostic.column, submission, lab)) {
            finding = build_error(sentence->message);
            if (!sentence->over_fix) {
                finding.hint = fix_sentence(diagnostic.proposed.fixes(), submission, line);
            }
            if (finding.hint.empty()) {
                finding.hint = sentence->hint;
            }
            finding.detail = fmt::format("the compiler's words: {}", diagnostic.text);
        }
    }
    if (finding.kind == FindingKind::build_error && finding.hint.empty()) {
        finding.hint = fix_sentence(diagnostic.proposed.fixes(), submission, line);
    }
    finding.lines = {at(submission, line, own ? diagnostic.column : 0)};
    return finding;
}

/// The first line with the function's name and a parenthesis behind it, outside line comments; 0: none.
int line_of_function(const SubmissionFile& submission, const std::string& name) {
    std::istringstream lines(submission.text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t place = line.find(name + "(");
        if (place != std::string::npos && line.find("//") > place) {
            return number;
        }
    }
    return 0;
}

/// Names that are declared and never defined: the linker's errors, and those that kit-instrument words so.
std::vector<Finding> link_errors(const std::string& output, const Lab& lab,
                                 const SubmissionFile& submission) {
    std::vector<Finding> findings;
    std::vector<std::string> seen;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        TextScanner scanner(line);
        if (!scanner.pass_to("undefined reference to `")) {
            continue;
        }
        const std::string written(scanner.before("'"));
        const std::string name = written.starts_with("_Z") ? demangled_symbol(written) : written;
        if (std::ranges::find(seen, name) != seen.end()) {
            continue;
        }
        seen.push_back(name);
        if (name.find(lab.kernel + "(") != std::string::npos ||
            name.find(lab.kernel + "<") != std::string::npos) {
            Finding finding = build_error(
                fmt::format("'{}' is not a kernel: __global__ is missing before it, or it "
                            "has no body.",
                            lab.kernel),
                fmt::format("This lab wants: {}", kernel_declaration(lab)));
            if (const int number = line_of_function(submission, lab.kernel)) {
                finding.lines = {at(submission, number, 0)};
            }
            findings.push_back(std::move(finding));
            continue;
        }
        Finding finding = build_error(fmt::format("'{}' is declared but never defined.", name));
        TextScanner place(line);
        const bool is_own = place.pass_to(fmt::format("{}:", submission_name));
        if (const std::optional<int> number = is_own ? place.number() : std::nullopt) {
            finding.lines = {at(submission, *number, 0)};
        }
        findings.push_back(finding);
    }
    return findings;
}

} // namespace

Finding build_error(std::string message, std::string hint) {
    return {
        .kind = FindingKind::build_error, .message = std::move(message), .hint = std::move(hint)};
}

std::vector<Finding> findings_from_compiler(const std::string& output, const Lab& lab,
                                            const SubmissionFile& submission) {
    std::vector<Finding> findings;
    std::vector<int> lines;
    std::vector<Finding> interface_findings;
    int unclosed = 0;
    bool cut_off = false;
    const std::vector<Diagnostic> diagnostics = parse(output);
    const auto no_header = lab_header_missing(submission);
    if (no_header && !diagnostics.empty()) {
        return {build_error(no_header->message, no_header->hint)};
    }
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file.starts_with("kit-")) { // a part of the glue
            if (const auto finding =
                    interface_error(diagnostic.file, diagnostic.line, diagnostic.text, lab)) {
                interface_findings.push_back(*finding);
            }
            if (diagnostic.student_line != 0 || diagnostic.file == glue_part::end_of_file) {
                cut_off = true;
                unclosed = std::max(unclosed, diagnostic.student_line);
            }
            continue;
        }
        Finding finding = student_error(diagnostic, submission, lab);
        const int line = finding.lines.front().line;
        const std::string unknown =
            finding.message.starts_with("The name '") ? in_quotes(finding.message) : "";
        const bool is_told = std::ranges::any_of(findings, [&](const Finding& earlier) {
            const Tokens tokens = tokens_of(earlier.lines.front().text);
            // An error in a declaration leaves its name undeclared.
            return earlier.message == finding.message || has_token(tokens, unknown);
        });
        // A second error in the same line is nearly always the first one's.
        if (!is_told && std::ranges::find(lines, line) == lines.end()) {
            lines.push_back(line);
            findings.push_back(std::move(finding));
        }
    }
    // A name that a header lacks, too: the error in the file itself says it better.
    std::erase_if(findings, [all = findings](const Finding& one) {
        const std::string name = in_quotes(one.message);
        return one.lines.front().line == 0 && one.message.starts_with("unknown type name") &&
               std::ranges::any_of(all, [&name](const Finding& other) {
                   return other.lines.front().line != 0 && in_quotes(other.message) == name;
               });
    });
    if (findings.empty() && cut_off && output.find("expected") != std::string::npos) {
        Finding finding = build_error("The file ends inside a block: a '}' or ';' is missing.");
        if (unclosed != 0) {
            finding.lines = {at(submission, unclosed, 0)};
        }
        return {finding};
    }
    if (findings.empty() && !interface_findings.empty()) {
        // The first is the cause: without a name its parameters are wrong too.
        return {interface_findings.front()};
    }
    if (findings.empty()) {
        findings = link_errors(output, lab, submission);
    }
    if (findings.empty()) {
        Finding finding = build_error("The compiler refused the file.");
        finding.cause.kind = Cause::Kind::unexplained;
        finding.detail = output.substr(0, 4000);
        return {finding};
    }
    if (findings.size() > most_findings) {
        const std::size_t more = findings.size() - most_findings;
        findings.resize(most_findings);
        findings.back().detail = fmt::format("and {} more errors after this one", more);
    }
    return findings;
}

} // namespace kit
