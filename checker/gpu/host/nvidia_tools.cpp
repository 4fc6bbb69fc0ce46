#include "checker/gpu/host/nvidia_tools.hpp"

#include "checker/base/text_scanner.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr const char* report_margin = "========= ";

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

/// Whether a line begins a report about the kernel. Errors of the driver's functions are only
/// consequences, and summaries are not reports.
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
    TextScanner scanner(line);
    if (!scanner.pass("Error: ")) {
        scanner.pass("Warning: ");
    }
    std::string_view words = scanner.rest();
    words = words.substr(0, words.find(" at "));
    words = words.substr(0, words.find(" between "));
    return std::string(words.ends_with('.') ? words.substr(0, words.size() - 1) : words);
}

constexpr std::array<std::pair<const char*, std::uint64_t Counters::*>, 8> profiled_counters{{
    {"sm__sass_data_bytes_mem_global_op_ld.sum", &Counters::global_load_bytes},
    {"sm__sass_data_bytes_mem_global_op_st.sum", &Counters::global_store_bytes},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", &Counters::global_load_requests},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", &Counters::global_load_sectors},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", &Counters::global_store_requests},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", &Counters::global_store_sectors},
    {"smsp__sass_inst_executed_op_shared_ld.sum", &Counters::shared_load_requests},
    {"smsp__sass_inst_executed_op_shared_st.sum", &Counters::shared_store_requests},
}};

constexpr const char* load_wavefronts =
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
constexpr const char* store_wavefronts =
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
constexpr const char* ideal_wavefronts = "memory_l1_wavefronts_shared_ideal";

/// The cells of a CSV line whose every cell is in quotation marks.
std::vector<std::string> csv_cells(const std::string& line) {
    std::vector<std::string> cells;
    bool inside = false;
    for (const char letter : line) {
        if (letter == '"') {
            inside = !inside;
            if (inside) {
                cells.emplace_back();
            }
        } else if (inside) {
            cells.back() += letter;
        }
    }
    return cells;
}

std::optional<std::uint64_t> number_of(std::string text) {
    std::erase(text, ',');
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= 0)) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(std::llround(value));
}

} // namespace

const std::vector<std::string>& sanitizer_tools() {
    static const std::vector<std::string> tools{"memcheck", "racecheck", "initcheck", "synccheck"};
    return tools;
}

std::vector<Finding> findings_from_sanitizer(const std::string& tool, std::string_view printed,
                                             const SubmissionFile& submission) {
    std::vector<Finding> findings;
    std::istringstream lines{std::string(printed)};
    std::optional<Finding> open;
    const auto close = [&] {
        if (!open) {
            return;
        }
        const auto same = std::ranges::find_if(findings, [&](const Finding& one) {
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
        if (line.rfind(report_margin, 0) != 0) {
            continue;
        }
        line.erase(0, std::string_view(report_margin).size());
        if (begins_report(line)) {
            close();
            open.emplace();
            open->kind = kind_of(tool, line);
            open->severity = line.rfind("Warning", 0) == 0 ? Severity::warning : Severity::error;
            open->message = fmt::format("compute-sanitizer's {}: {}.", tool, words_of(line));
        }
        TextScanner scanner(line);
        // A race names both accesses, each in its own line.
        const bool is_own = open && scanner.pass_to(fmt::format("{}:", submission_name));
        if (const std::optional<int> found = is_own ? scanner.number() : std::nullopt) {
            const int number = *found;
            const SourceLine at{submission.shown_path, number, 0, submission.line(number)};
            if (std::ranges::find(open->lines, at) == open->lines.end()) {
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

std::string profiler_metrics() {
    std::string list;
    for (const auto& [name, field] : profiled_counters) {
        list += std::string(name) + ",";
    }
    return list + load_wavefronts + "," + store_wavefronts + "," + ideal_wavefronts;
}

std::optional<Counters> counters_from_profiler(std::string_view printed) {
    std::istringstream lines{std::string(printed)};
    std::vector<std::string> names;
    std::map<std::string, std::uint64_t> values;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() != '"') {
            continue;
        }
        const std::vector<std::string> cells = csv_cells(line);
        if (names.empty()) {
            names = cells;
            continue;
        }
        for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
            if (const auto value = number_of(cells[i])) {
                values[names[i]] = *value; // of several launches, the last
            }
        }
    }
    Counters counters;
    for (const auto& [name, field] : profiled_counters) {
        const auto found = values.find(name);
        if (found == values.end()) {
            return std::nullopt;
        }
        counters.*field = found->second;
    }
    for (const char* name : {load_wavefronts, store_wavefronts, ideal_wavefronts}) {
        if (!values.contains(name)) {
            return std::nullopt;
        }
    }
    const std::uint64_t needed = values[load_wavefronts] + values[store_wavefronts];
    counters.shared_bank_conflicts = needed - std::min(needed, values[ideal_wavefronts]);
    return counters;
}

Profile profile(const RunnerRequest& request, const std::string& kernel) {
    Profile result;
    const auto ncu = find_program("ncu");
    if (!ncu) {
        result.missing = "Nsight Compute (ncu) is not installed";
        return result;
    }
    const ToolReply reply = run_on_gpu_under(
        {ncu->string(), "--clock-control", "none", "--csv", "--page", "raw", "--print-units",
         "base", "--print-fp", "--kernel-name", kernel, "--metrics", profiler_metrics()},
        request);
    result.counters = counters_from_profiler(reply.printed);
    if (!result.counters) {
        const bool refused = reply.printed.find("ERR_NVGPUCTRPERM") != std::string::npos;
        result.missing = refused ? "this user may not read the GPU's counters (ERR_NVGPUCTRPERM)"
                                 : "Nsight Compute did not print the counters";
    }
    return result;
}

} // namespace kit
