// The report's lines on a GPU: times, and the hardware's counters beside the emulator's.
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace kit {

namespace {

std::string rate(double amount, double seconds, const char* unit) {
    constexpr double giga = 1e9;
    return seconds > 0
               ? fmt::format("{} {}",
                             thousands(static_cast<std::uint64_t>(amount / seconds / giga)), unit)
               : std::string();
}

/// `sweeps` of one such launch; a copy has 0.
std::string line_of(const char* label, const TimeSummary& summary, const Timing& timing,
                    int sweeps) {
    std::string line = fmt::format("  {:<14}{:>10} ±{:.1f} %", label, microseconds(summary.median),
                                   100 * summary.relative_half_width);
    const std::uint64_t bytes = sweeps > 0 ? timing.bytes : timing.copy_bytes;
    line += "  " + rate(static_cast<double>(bytes), summary.median, "GB/s");
    if (sweeps > 0) {
        const double one_sweep = static_cast<double>(timing.operations) / timing.sweeps;
        line += "  " + rate(sweeps * one_sweep, summary.median, "GFLOP/s");
    }
    return line;
}

std::string beside(const Timing& timing) {
    std::string text = timing.sweeps == 1
                           ? fmt::format("Cold, that is {:.0f} % of the copy's bandwidth",
                                         100 * timing.copy_seconds() / timing.cold.median)
                           : fmt::format("Cold, its {} sweeps take as long as {:.1f} copies",
                                         timing.sweeps, timing.cold.median / timing.copy_seconds());
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
        text += paragraph(style, tone, words);
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
        constexpr std::size_t fewest = 6; // for an interval of the median
        add(Tone::doubtful,
            timing.cold.launches < fewest
                ? "Inconclusive: too few launches within the time limit for measuring."
                : "Inconclusive: a median is not known to within 5 %. Is another program "
                  "using the GPU?");
    }
    add(Tone::plain, beside(timing));
    if (!timing.roofline.empty()) {
        add(Tone::plain, timing.roofline);
    }
    add(Tone::faint,
        fmt::format("Medians of {} launches with the half-width of their 95 % interval. {} "
                    "launches had new inputs and coefficients, and each of their outputs was "
                    "checked. GB/s count every cell read and written once. An empty kernel takes "
                    "{} between the same events.",
                    timing.cold.launches, thousands(timing.checked_launches),
                    microseconds(timing.empty_kernel_seconds)));
    if (timing.series) {
        add(Tone::faint,
            "In a series: one of 200 launches in a graph, each on the output of the one before.");
    }
    const std::string state = state_text(timing.before, timing.after);
    if (!state.empty()) {
        add(Tone::faint, state);
    }
    return text;
}

std::string scaling_lines(const Lab& lab, const Scaling& scaling, const TextStyle& style) {
    constexpr double giga = 1e9;
    const auto line = [&](const std::string& label, const TimeSummary& summary,
                          const Extents& extents, const std::string& words) {
        const auto updates =
            static_cast<double>((extents.x - 2) * (extents.y - 2) * (extents.z - 2));
        return paragraph(
            style, Tone::plain,
            fmt::format("  {:<18}{:>10} ±{:.1f} %  {} G updates/s{}", label,
                        microseconds(summary.median), 100 * summary.relative_half_width,
                        thousands(static_cast<std::int64_t>(updates / summary.median / giga)),
                        words));
    };
    const Extents& all = scaling.extents_of_all;
    const std::string gpus =
        scaling.gpus == 1 ? scaling.gpu
                          : fmt::format("{} × {}, {}", scaling.gpus, scaling.gpu, scaling.link);
    std::string text = paragraph(
        style, Tone::heading,
        fmt::format("Time of a sweep on {}, {}", gpus, describe_grid(scaling.extents, lab)));
    text += line("one GPU", scaling.one, scaling.extents, "");
    if (scaling.strong) {
        text += line(fmt::format("{} GPUs", scaling.gpus), *scaling.strong, scaling.extents,
                     fmt::format("  strong scaling {:.2f}", scaling.strong_scaling()));
    }
    if (scaling.weak) {
        text +=
            line(fmt::format("{} GPUs, {}×{}×{}", scaling.gpus, all.x, all.y, all.z), *scaling.weak,
                 all, fmt::format("  weak scaling {:.2f}", scaling.weak_scaling()));
    }
    text += paragraph(
        style, Tone::faint,
        fmt::format(
            "Medians of {} series of {} sweeps, which took turns, with the half-width of their "
            "95 % interval. The result of each of {} series was checked. {} put the sweeps in "
            "order.{}",
            scaling.one.launches, scaling.sweeps, scaling.checked_series,
            scaling.by_flags ? "The kernel's flags" : "The runner's events",
            scaling.strong
                ? fmt::format(" The copy engines bring a slab to the next GPU at {} GB/s.",
                              thousands(static_cast<std::int64_t>(scaling.copy_rate / giga)))
                : " How it scales shows on a machine with several GPUs."));
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
        words += fmt::format("{}Roofline bound, not a measurement: the {} takes at least {} "
                             "({}).",
                             words.empty() ? "" : " ", result.bound->gpu,
                             microseconds(result.bound->seconds), result.bound->by);
    }
    return paragraph(style, Tone::faint, words);
}

std::string hardware_lines(const CheckResult& result, const TextStyle& style) {
    std::string text;
    for (const std::string& sentence : result.not_done) {
        text += paragraph(style, Tone::doubtful, sentence + ".");
    }
    if (!result.hardware) {
        return text;
    }
    constexpr int label_columns = 24;
    constexpr int number_columns = 13;
    const auto& traffic = result.verdict.traffic;
    const auto row = [](const std::string& label, const std::string& a, const std::string& b,
                        const std::string& c) {
        return "  " + pad_right(label, label_columns) + pad_left(a, number_columns) +
               pad_left(b, number_columns) + pad_left(c, number_columns);
    };
    std::vector<std::string> lines;
    std::uint64_t repeated = 0;
    lines.push_back(row("", "hardware", traffic ? "emulated" : "", traffic ? "predicted" : ""));
    for (const ShownCounter& one : shown_counters) {
        if (one.of_hardware == nullptr) {
            continue;
        }
        const std::uint64_t counted = *result.hardware.*one.field;
        std::string emulated;
        std::string predicted;
        if (traffic) {
            const std::uint64_t left_out =
                one.repeated == nullptr ? 0 : traffic->counted.*one.repeated;
            const std::uint64_t ours = traffic->counted.*one.field - left_out;
            repeated += left_out;
            emulated = counted == ours ? "equal" : thousands(ours);
            if (one.predicted != nullptr && traffic->predicted.*one.predicted) {
                const std::uint64_t value = *(traffic->predicted.*one.predicted);
                predicted = counted + left_out == value ? "equal" : thousands(value);
            }
        }
        lines.push_back(row(one.of_hardware, thousands(counted), emulated, predicted));
    }
    text += paint(style, Tone::heading, "Counted by the hardware (Nsight Compute)") + "\n";
    for (const std::string& line : lines) {
        text += paragraph(style, Tone::plain, line.substr(0, line.find_last_not_of(' ') + 1));
    }
    if (repeated > 0) {
        text += paragraph(
            style, Tone::plain,
            fmt::format("As in the hardware, a byte that several lanes of a request ask for counts "
                        "once here, which leaves out {} bytes.",
                        thousands(repeated)));
    }
    return text;
}

} // namespace kit
