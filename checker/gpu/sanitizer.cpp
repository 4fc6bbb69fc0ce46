#include "checker/gpu/sanitizer.hpp"

#include "checker/build/glue.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/gpu/run_on_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace kit::gpu {

namespace {

constexpr const char* margin = "========= ";

FindingKind kind_of(const std::string& tool, const std::string& error) {
    if (tool == "racecheck") {
        return FindingKind::race_shared;
    }
    if (tool == "initcheck") {
        return error.find("__shared__") != std::string::npos ? FindingKind::uninitialized_shared
                                                             : FindingKind::uninitialized_global;
    }
    if (tool == "synccheck") {
        return FindingKind::barrier_divergence;
    }
    return error.find("__shared__") != std::string::npos ? FindingKind::out_of_bounds_shared
                                                         : FindingKind::out_of_bounds_global;
}

/// Whether a line begins a report about the kernel. Errors of the driver's functions follow from
/// those, and summaries are none.
bool begins_report(const std::string& line) {
    for (const char* begin : {"Invalid ", "Uninitialized ", "Error: Race", "Error: Potential",
                              "Warning: Race", "Barrier error", "Misaligned "}) {
        if (line.rfind(begin, 0) == 0) {
            return true;
        }
    }
    return false;
}

/// The error's words without what differs from thread to thread.
std::string words_of(const std::string& line) {
    static const std::regex place(R"( at .*$| between .*$|\.$)");
    static const std::regex severity("^(Error|Warning): ");
    return std::regex_replace(std::regex_replace(line, place, ""), severity, "");
}

} // namespace

const std::vector<std::string>& sanitizer_tools() {
    static const std::vector<std::string> tools{"memcheck", "racecheck", "initcheck", "synccheck"};
    return tools;
}

std::vector<Finding> findings_from_sanitizer(const std::string& tool, std::string_view printed,
                                             const SubmissionFile& submission) {
    static const std::regex source(fmt::format(R"({}:(\d+))", submission_name));
    std::vector<Finding> findings;
    std::istringstream lines{std::string(printed)};
    std::optional<Finding> open;
    const auto close = [&] {
        if (!open) {
            return;
        }
        const auto same = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
            return one.message == open->message && one.lines == open->lines;
        });
        if (same == findings.end()) {
            findings.push_back(*open);
        } else {
            ++same->count;
        }
        open.reset();
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(margin, 0) != 0) {
            continue;
        }
        line.erase(0, std::string_view(margin).size());
        if (begins_report(line)) {
            close();
            open.emplace();
            open->kind = kind_of(tool, line);
            open->severity = line.rfind("Warning", 0) == 0 ? Severity::warning : Severity::error;
            open->message = fmt::format("compute-sanitizer's {}: {}.", tool, words_of(line));
        }
        std::smatch match;
        // Both parties of a race are named, each in a line of its own.
        if (open && std::regex_search(line, match, source)) {
            constexpr std::size_t most_digits = 6; // kernels print, too: no number is trusted
            const std::string digits = match[1].str().substr(0, most_digits);
            const int number = std::stoi(digits);
            const SourceLine at{submission.shown_path, number, 0, submission.line(number)};
            if (std::find(open->lines.begin(), open->lines.end(), at) == open->lines.end()) {
                open->lines.push_back(at);
            }
        }
        if (line.find("Saved host backtrace") != std::string::npos) {
            close();
        }
    }
    close();
    return findings;
}

SanitizerReport sanitize(const RunnerRequest& request, const SubmissionFile& submission) {
    SanitizerReport report;
    const auto program = find_program("compute-sanitizer");
    if (!program) {
        report.missing = "compute-sanitizer is not installed";
        return report;
    }
    for (const std::string& tool : sanitizer_tools()) {
        const ToolReply reply = run_on_gpu_under(
            {program->string(), "--tool", tool, "--print-limit", "200", "--show-backtrace", "no"},
            request);
        if (reply.printed.find("Device not supported") != std::string::npos ||
            reply.printed.find(" SUMMARY: ") == std::string::npos) {
            report.missing = fmt::format("compute-sanitizer's {} did not run on this GPU", tool);
        }
        for (Finding& finding : findings_from_sanitizer(tool, reply.printed, submission)) {
            report.findings.push_back(std::move(finding));
        }
    }
    return report;
}

} // namespace kit::gpu
