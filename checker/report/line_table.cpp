#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

const char* name_of(const LineCounters& counters) {
    if (counters.is_shared) {
        return counters.is_store ? "shared store" : "shared load";
    }
    return counters.is_store ? "global store" : "global load";
}

/// "-" where the memory has no such thing.
std::string number(bool has, std::uint64_t count) {
    return has ? thousands(count) : "-";
}

constexpr int figures_width = 65; ///< columns of a row before the source

std::string row(const std::string& line, const std::string& memory, const std::string& requests,
                const std::string& sectors, const std::string& conflicts,
                const std::string& lanes) {
    return fmt::format("{:>6} {:<12} {:>12} {:>12} {:>11} {:>6}  ", line, memory, requests, sectors,
                       conflicts, lanes);
}

} // namespace

std::string line_table(const Lab& lab, const TrafficResult& traffic, const TextStyle& style) {
    if (traffic.lines.empty()) {
        return "";
    }
    std::string text =
        paint(style, Tone::heading,
              fmt::format("Accesses by line on {}", describe(traffic.extents, lab))) +
        "\n";
    text += row("line", "", "requests", "sectors", "conflicts", "lanes") + "\n";
    int last = -1;
    for (const LineCounters& counters : traffic.lines) {
        const bool is_first = counters.line != last;
        last = counters.line;
        const std::string source =
            counters.line == 0 ? "(in the kit's headers)" : std::string(trimmed(counters.text));
        text += row(is_first && counters.line > 0 ? fmt::format("{}", counters.line) : "",
                    name_of(counters), thousands(counters.requests),
                    number(!counters.is_shared, counters.sectors),
                    number(counters.is_shared, counters.conflicts),
                    fmt::format("{:.1f}", static_cast<double>(counters.lanes) /
                                              static_cast<double>(
                                                  std::max<std::uint64_t>(counters.requests, 1)))) +
                (is_first ? paint(style, Tone::faint,
                                  cut(source, std::max(style.width - figures_width, 12)))
                          : "") +
                "\n";
    }
    return text +
           paragraph(style, Tone::plain,
                     "requests: of warps; sectors: of 32 bytes; conflicts: more passes through "
                     "the banks; lanes: of 32 that take part, on average");
}

} // namespace kit
