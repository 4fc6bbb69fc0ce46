#include "checker/gpu/profiler.hpp"

#include "checker/build/toolchain.hpp"
#include "checker/gpu/run_on_gpu.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace kit::gpu {

namespace {

using Field = std::uint64_t Counters::*;

constexpr std::array<std::pair<const char*, Field>, 8> fields{{
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
std::vector<std::string> cells_of(const std::string& line) {
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

std::string profiler_metrics() {
    std::string list;
    for (const auto& [name, field] : fields) {
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
        const std::vector<std::string> cells = cells_of(line);
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
    for (const auto& [name, field] : fields) {
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

} // namespace kit::gpu
