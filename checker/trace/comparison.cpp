#include "checker/trace/comparison.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/trace/moments.hpp"
#include "checker/trace/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace kit {

namespace {

constexpr int gap = 3; ///< columns between the two kernels

struct Sums {
    std::uint64_t global_requests = 0;
    std::uint64_t sectors = 0;
    std::uint64_t least_sectors = 0;
    std::uint64_t shared_requests = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t cells = 0; ///< values stored to global memory
};

std::vector<Moment> moments_of_warp(const ComparedWarp& warp) {
    std::vector<Moment> moments = moments_of(warp.recorded.observation.trace, warp.of.block);
    std::erase_if(moments, [&](const Moment& moment) {
        return moment.warp != warp.of.thread / WarpRequest::lanes_of_warp;
    });
    return moments;
}

Sums sums_of(const Trace& trace, const std::vector<Moment>& moments) {
    Sums sums;
    for (const Moment& moment : moments) {
        if (!moment.is_request) {
            continue;
        }
        const bool shared = is_shared(trace, moment);
        (shared ? sums.shared_requests : sums.global_requests) += 1;
        sums.sectors += moment.sectors;
        sums.least_sectors += moment.least_sectors;
        sums.conflicts += moment.conflicts;
        if (!shared && moment.kind == TraceEvent::Kind::store) {
            sums.cells += static_cast<std::uint64_t>(__builtin_popcount(moment.lanes));
        }
    }
    return sums;
}

/// Sectors with the least that would do, or passes through the banks.
std::string cost_of(const Trace& trace, const Moment& moment) {
    if (!moment.is_request) {
        return "-";
    }
    if (is_shared(trace, moment)) {
        return fmt::format("{} {}", 1 + moment.conflicts,
                           moment.conflicts == 0 ? "pass" : "passes");
    }
    return moment.sectors > moment.least_sectors
               ? fmt::format("{} ({})", moment.sectors, moment.least_sectors)
               : fmt::format("{}", moment.sectors);
}

std::string column_row(const std::string& line, const std::string& access, const std::string& lanes,
                       const std::string& cost, int width) {
    constexpr int figures = 4 + 1 + 1 + 5 + 1 + 11; // all but the access, with the spaces
    return fmt::format("{:>4} {} {:>5} {:>11}", line,
                       pad_right(cut(access, width - figures), width - figures), lanes, cost);
}

/// By the interval between barriers that they are in.
std::map<std::uint32_t, std::vector<std::string>>
rows_of(const ComparedWarp& warp, const std::vector<Moment>& moments, int width) {
    const Trace& trace = warp.recorded.observation.trace;
    std::map<std::uint32_t, std::vector<std::string>> rows;
    int last_line = 0;
    for (const Moment& moment : moments) {
        std::vector<std::string>& in_interval = rows[moment.interval];
        const bool is_new = in_interval.empty() || moment.line != last_line;
        last_line = moment.line;
        in_interval.push_back(column_row(
            is_new && moment.line > 0 ? fmt::format("{}", moment.line) : "",
            operation_name(trace, moment), fmt::format("{}", __builtin_popcount(moment.lanes)),
            cost_of(trace, moment), width));
    }
    return rows;
}

std::string side_by_side(const std::string& left, const std::string& right, int width) {
    const std::string row = pad_right(left, width) + std::string(gap, ' ') + right;
    return std::string(row.substr(0, row.find_last_not_of(' ') + 1)) + "\n";
}

std::string name_of(const ComparedWarp& warp) {
    const LaunchShape& launch = warp.recorded.observation.launch;
    return fmt::format("{}: warp {} of block {}", warp.name,
                       warp.of.thread / WarpRequest::lanes_of_warp,
                       triple(position(warp.of.block, launch.grid)));
}

std::string sum_row(const std::string& what, const std::string& left, const std::string& right) {
    return fmt::format("  {} {:>14} {:>14}\n", pad_right(what, 44), left, right);
}

std::string ratio(std::uint64_t count, std::uint64_t of) {
    return of == 0 ? "-"
                   : fmt::format("{:.2f}", static_cast<double>(count) / static_cast<double>(of));
}

} // namespace

std::uint32_t busiest_warp(const Trace& trace, std::uint64_t block) {
    std::map<std::uint32_t, std::uint64_t> lanes;
    for (const Moment& moment : moments_of(trace, block)) {
        lanes[moment.warp] += static_cast<std::uint64_t>(__builtin_popcount(moment.lanes));
    }
    const auto busiest =
        std::ranges::max_element(lanes, {}, [](const auto& one) { return one.second; });
    return busiest == lanes.end() ? 0 : busiest->first * WarpRequest::lanes_of_warp;
}

std::string comparison(const std::array<ComparedWarp, 2>& warps, const TextStyle& style) {
    const int width = (std::clamp(style.width, 80, 100) - gap) / 2;
    const std::array<std::vector<Moment>, 2> moments{moments_of_warp(warps[0]),
                                                     moments_of_warp(warps[1])};
    const auto left = rows_of(warps[0], moments[0], width);
    const auto right = rows_of(warps[1], moments[1], width);
    std::string text =
        paint(style, Tone::heading,
              side_by_side(cut(name_of(warps[0]), width), cut(name_of(warps[1]), width), width));
    const std::string head = column_row("line", "request", "lanes", "sectors", width);
    text += paint(style, Tone::faint, side_by_side(head, head, width));
    std::uint32_t intervals = 0;
    for (const auto& rows : {left, right}) {
        intervals = rows.empty() ? intervals : std::max(intervals, rows.rbegin()->first + 1);
    }
    const auto row_at = [](const auto& rows, std::uint32_t interval, std::size_t row) {
        const auto found = rows.find(interval);
        return found != rows.end() && row < found->second.size() ? found->second[row]
                                                                 : std::string();
    };
    for (std::uint32_t interval = 0; interval < intervals; ++interval) {
        const auto ends = [&](const auto& rows) {
            return interval > 0 && !rows.empty() && interval <= rows.rbegin()->first
                       ? fmt::format("     barrier {}", interval)
                       : std::string();
        };
        if (interval > 0) {
            text += paint(style, Tone::faint, side_by_side(ends(left), ends(right), width));
        }
        for (std::size_t row = 0;; ++row) {
            const std::string a = row_at(left, interval, row);
            const std::string b = row_at(right, interval, row);
            if (a.empty() && b.empty()) {
                break;
            }
            text += side_by_side(a, b, width);
        }
    }
    const Sums a = sums_of(warps[0].recorded.observation.trace, moments[0]);
    const Sums b = sums_of(warps[1].recorded.observation.trace, moments[1]);
    const auto numbers = [](const char* what, std::uint64_t one, std::uint64_t other) {
        return sum_row(what, thousands(one), thousands(other));
    };
    text += "\n" + paint(style, Tone::heading, sum_row("This warp", warps[0].name, warps[1].name));
    text += numbers("requests for global memory", a.global_requests, b.global_requests);
    text += numbers("their sectors, of 32 bytes", a.sectors, b.sectors);
    text += numbers("sectors that would hold the bytes", a.least_sectors, b.least_sectors);
    text += numbers("requests for shared memory", a.shared_requests, b.shared_requests);
    text += numbers("more passes for bank conflicts", a.conflicts, b.conflicts);
    text += numbers("values stored to global memory", a.cells, b.cells);
    text += sum_row("sectors for each of these values", ratio(a.sectors, a.cells),
                    ratio(b.sectors, b.cells));
    text += "\n" +
            paint(style, Tone::heading, sum_row("The whole launch", warps[0].name, warps[1].name));
    const Counters& one = warps[0].recorded.observation.counters;
    const Counters& other = warps[1].recorded.observation.counters;
    text += numbers("blocks", one.blocks, other.blocks);
    text += numbers("threads", one.threads, other.threads);
    text +=
        numbers("requests for global memory", one.global_load_requests + one.global_store_requests,
                other.global_load_requests + other.global_store_requests);
    text +=
        numbers("their sectors, of 32 bytes", one.global_load_sectors + one.global_store_sectors,
                other.global_load_sectors + other.global_store_sectors);
    text +=
        numbers("requests for shared memory", one.shared_load_requests + one.shared_store_requests,
                other.shared_load_requests + other.shared_store_requests);
    text += numbers("more passes for bank conflicts", one.shared_bank_conflicts,
                    other.shared_bank_conflicts);
    text +=
        numbers("bytes loaded from global memory", one.global_load_bytes, other.global_load_bytes);
    return text;
}

} // namespace kit
