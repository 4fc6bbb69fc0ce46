// Times on a GPU, each beside what it was measured with; see text_parts.hpp.
#include "checker/report/layout.hpp"
#include "checker/report/numbers.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>

namespace kit {

namespace {

std::string rate(double amount, double seconds, const char* unit) {
    constexpr double giga = 1e9;
    return seconds > 0
               ? fmt::format("{} {}",
                             thousands(static_cast<std::uint64_t>(amount / seconds / giga)), unit)
               : std::string();
}

/// `sweeps` is what one such launch does: 0 a copy.
std::string line_of(const char* label, const TimeSummary& summary, const Timing& timing,
                    int sweeps) {
    std::string line = fmt::format("  {:<14}{:>10} ±{:.1f} %", label, microseconds(summary.median),
                                   100 * summary.relative_half_width);
    line += "  " + rate(static_cast<double>(timing.bytes), summary.median, "GB/s");
    if (sweeps > 0) {
        const double one_sweep = static_cast<double>(timing.operations) / timing.sweeps;
        line += "  " + rate(sweeps * one_sweep, summary.median, "GFLOP/s");
    }
    return line;
}

std::string beside(const Timing& timing) {
    std::string text = timing.sweeps == 1
                           ? fmt::format("Cold, that is {:.0f} % of the copy's bandwidth",
                                         100 * timing.copy.median / timing.cold.median)
                           : fmt::format("Cold, its {} sweeps take as long as {:.1f} copies",
                                         timing.sweeps, timing.cold.median / timing.copy.median);
    if (timing.baseline) {
        text += fmt::format(" and {:.2f} times the speed of {}'s solution{}",
                            timing.speed_against_baseline(), timing.baseline_lab,
                            timing.sweeps == 1 ? "" : ", sweep for sweep");
    }
    return text + ".";
}

std::string state_text(const GpuState& before, const GpuState& after) {
    const auto range = [](const std::optional<int>& a, const std::optional<int>& b,
                          const char* unit) {
        if (!a || !b) {
            return std::string();
        }
        return *a == *b ? fmt::format(" {} {}", *a, unit)
                        : fmt::format(" {} to {} {}", *a, *b, unit);
    };
    std::string text;
    const std::string clock = range(before.sm_mhz, after.sm_mhz, "MHz");
    if (!clock.empty()) {
        text += "SM clock" + clock + ", memory" +
                range(before.memory_mhz, after.memory_mhz, "MHz") + "," +
                range(before.celsius, after.celsius, "°C") + ".";
    }
    const std::string& throttled = after.throttled.empty() ? before.throttled : after.throttled;
    if (!throttled.empty()) {
        text += " Slowed down by: " + throttled + ".";
    }
    return text;
}

} // namespace

std::string timing_lines(const Lab& lab, const Timing& timing, const TextStyle& style) {
    std::string text;
    const auto add = [&](Tone tone, const std::string& words) {
        for (const std::string& line : wrap(words, style.width)) {
            text += paint(style, tone, line) + "\n";
        }
    };
    add(Tone::heading,
        fmt::format("Time on the {}, {}", timing.gpu, describe(timing.extents, lab)));
    add(Tone::plain, line_of("cold cache", timing.cold, timing, timing.sweeps));
    add(Tone::plain, line_of("hot cache", timing.hot, timing, timing.sweeps));
    add(Tone::plain, line_of("copy, cold", timing.copy, timing, 0));
    if (timing.baseline) {
        add(Tone::plain, line_of("basic, cold", *timing.baseline, timing, 1));
    }
    if (timing.series) {
        add(Tone::plain, line_of("in a series", *timing.series, timing, timing.sweeps));
    }
    if (timing.inconclusive) {
        constexpr std::size_t fewest = 6; // of which a median has an interval
        add(Tone::doubtful,
            timing.cold.launches < fewest
                ? "Inconclusive: too few launches in the time that measuring may take."
                : "Inconclusive: a median is not known to within 5 %. Is something "
                  "else using the GPU?");
    }
    add(Tone::plain, beside(timing));
    if (!timing.roofline.empty()) {
        add(Tone::plain, timing.roofline);
    }
    add(Tone::faint,
        fmt::format("Medians of {} launches with the half-width of their 95 % interval. {} "
                    "launches had inputs and coefficients of their own and were checked, each. "
                    "GB/s count every cell read and written once. A kernel that does nothing "
                    "takes {} between the same events.",
                    timing.cold.launches, thousands(timing.checked_launches),
                    microseconds(timing.empty_kernel_seconds)));
    if (timing.series) {
        add(Tone::faint,
            "In a series: each of 200 launches in a graph on what the one before it left.");
    }
    const std::string state = state_text(timing.before, timing.after);
    if (!state.empty()) {
        add(Tone::faint, state);
    }
    return text;
}

std::string no_timing_lines(const CheckResult& result, const TextStyle& style) {
    if (result.no_timing.empty() && !result.bound) {
        return {};
    }
    std::string words;
    if (!result.no_timing.empty()) {
        words = fmt::format("Not timed: {}{}", result.no_timing,
                            result.no_timing.ends_with('.') ? "" : ".");
    }
    if (result.bound) {
        words += fmt::format("{}Bound by the roofline, not a measurement: the {} takes at least {} "
                             "({}).",
                             words.empty() ? "" : " ", result.bound->gpu,
                             microseconds(result.bound->seconds), result.bound->by);
    }
    std::string text;
    for (const std::string& line : wrap(words, style.width)) {
        text += paint(style, Tone::faint, line) + "\n";
    }
    return text;
}

} // namespace kit
