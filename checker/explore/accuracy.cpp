#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/explore/explore.hpp"
#include "checker/explore/finite_difference_weights.hpp"
#include "checker/reference/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <type_traits>

namespace kit {

namespace {

/// The function is the sine on [0, 2π]: its derivatives are known, and none exceeds 1.
struct AccuracySetting {
    int order = 1; ///< of the derivative: 1 or 2
    int radius = 1;
    Element element = Element::float32;
    std::int64_t points = 0; ///< at least 2·radius + 1
};

struct Accuracy {
    AccuracySetting setting;
    double step = 0; ///< h, the distance between two points
    /// Greatest |computed − exact| over the points in the middle; NaN if any point is NaN.
    double error = 0;
    double error_at_ends = 0;  ///< the same over points whose window was shifted inwards
    double discretization = 0; ///< predicted: the leading term of the formula's own error
    std::string problem;       ///< why there is no error: the kernel did not finish
};

double derivative_of_sine(int order, double x) {
    return order == 1 ? std::cos(x) : -std::sin(x);
}

/// A kernel in the emulator takes about 0.1 µs a point.
constexpr int most_seconds = 120;

/// True of labs with one axis, one-sided ends and coefficients as an argument.
bool computes_derivatives(const Lab& lab) {
    return lab.axes == 1 && lab.boundary == BoundaryRule::one_sided && takes_coefficients(lab);
}

Accuracy measure_accuracy(const Lab& lab, const SubmissionFile& file,
                          const AccuracySetting& setting) {
    Accuracy result;
    result.setting = setting;
    const Extents extents{setting.points, 1, 1};
    Lab here = lab_at(lab, {{}, setting.element, setting.radius, {}, extents});
    here.time_limit_seconds = most_seconds;
    const double step = 2 * std::numbers::pi / static_cast<double>(setting.points - 1);
    result.step = step;
    result.discretization =
        discretization_factor(setting.order, setting.radius) * std::pow(step, 2 * setting.radius);
    std::vector<double> coefficients = finite_difference_weights(setting.order, setting.radius);
    for (double& coefficient : coefficients) {
        coefficient /= std::pow(step, setting.order);
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(here, file, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        result.problem = built.findings.empty() ? "" : built.findings.front().message;
        return result;
    }
    std::vector<std::byte> input(static_cast<std::size_t>(setting.points) *
                                 bytes_of(setting.element));
    const std::vector<std::byte> output(input.size());
    with_element_type(setting.element, [&]<class T>(std::type_identity<T>) {
        T* const f = elements<T>(std::span(input));
        for (std::int64_t i = 0; i < setting.points; ++i) {
            f[i] = static_cast<T>(std::sin(static_cast<double>(i) * step));
        }
    });
    RunInput run;
    run.extents = extents;
    run.input = input;
    run.output = output;
    run.coefficients = coefficients;
    run.watching = runtime::watch_bytes;
    const Observation seen = run_case(here, *built.artifact, run, file);
    if (!seen.completed) {
        result.problem =
            seen.findings.empty() ? "the kernel did not finish" : seen.findings.front().message;
        return result;
    }
    with_element_type(setting.element, [&]<class T>(std::type_identity<T>) {
        const T* const derivative = elements<T>(std::span(seen.output));
        for (std::int64_t i = 0; i < setting.points; ++i) {
            const double right = derivative_of_sine(setting.order, static_cast<double>(i) * step);
            const double error = std::abs(static_cast<double>(derivative[i]) - right);
            const bool middle = i >= setting.radius && i < setting.points - setting.radius;
            double& greatest = middle ? result.error : result.error_at_ends;
            if (!(error <= greatest)) { // keeps NaN
                greatest = error;
            }
        }
    });
    return result;
}

std::string error_text(const Accuracy& one) {
    return one.problem.empty() ? fmt::format("{:.2e}", one.error) : "–";
}

/// At which length rounding begins to dominate, if the lengths that ran show it.
std::string crossover_note(const std::string& name, const Accuracy& best, int order,
                           const std::vector<std::int64_t>& lengths) {
    if (best.setting.points == lengths.front() || best.setting.points == lengths.back()) {
        return fmt::format(
            "{}: the error {} over all these lengths: the crossover lies beyond them.", name,
            best.setting.points == lengths.back() ? "falls" : "does not fall");
    }
    return fmt::format("{}: least error {:.2e}, at {} points. With fewer points the formula's own "
                       "error dominates, with more points the rounding of f, divided by h{}.",
                       name, best.error, thousands(static_cast<std::uint64_t>(best.setting.points)),
                       order == 2 ? " twice" : "");
}

} // namespace

ExplorationView explore_accuracy(const Lab& lab, const SubmissionFile& file,
                                 const ExploredRanges& ranges, StatusLine& status) {
    if (!computes_derivatives(lab)) {
        throw UsageError("--length is for labs 02 and 03, which compute derivatives; for lab {} "
                         "give --grid",
                         lab.id);
    }
    if (!ranges.block.empty() || !ranges.grid.empty()) {
        throw UsageError("--length measures accuracy, which --block and --grid do not change");
    }
    const std::vector<std::int64_t> radii =
        ranges.radius.empty() ? std::vector<std::int64_t>{1}
                              : read_range({"--radius", 1, 8, Growth::by_one}, ranges.radius);
    const std::int64_t least = 2 * *std::ranges::max_element(radii) + 1;
    const std::vector<std::int64_t> lengths =
        read_range({"--length", least, longest_length}, ranges.length);
    const std::vector<Element> elements = explored_elements(lab, ranges.type);
    ExplorationView view;
    Table& table = view.table;
    table.key = "accuracy";
    table.title = fmt::format("{} · {} · derivative of order {} of the sine on [0, 2π]", lab.id,
                              file.shown_path, ranges.order);
    table.columns =
        columns("radius: R > | element: type | points > | step: h > | error > | error_at_ends: at "
                "the ends > | discretization: without rounding, computed >");
    Chart& chart = view.chart;
    chart.title = fmt::format("Derivative of order {} of the sine on [0, 2π]", ranges.order);
    chart.x_label = "points";
    chart.y_label = "greatest error in the middle";
    chart.logarithmic_x = chart.logarithmic_y = true;
    const std::size_t total = radii.size() * elements.size() * lengths.size();
    for (const std::int64_t radius : radii) {
        for (const Element element : elements) {
            Chart::Series series{fmt::format("{}, R = {}", cpp_name(element), radius), {}};
            std::optional<Accuracy> best;
            for (const std::int64_t points : lengths) {
                status.show(fmt::format("running {} of {}…", table.rows.size() + 1, total));
                const Accuracy one = measure_accuracy(
                    lab, file, {ranges.order, static_cast<int>(radius), element, points});
                table.rows.push_back(
                    {std::to_string(radius), cpp_name(element), TableCell(points),
                     fmt::format("{:.2e}", one.step), error_text(one),
                     one.problem.empty() ? fmt::format("{:.2e}", one.error_at_ends) : "–",
                     fmt::format("{:.2e}", one.discretization)});
                if (!one.problem.empty()) {
                    table.notes.push_back(fmt::format("{} at {} points: {}", series.name,
                                                      thousands(static_cast<std::uint64_t>(points)),
                                                      one.problem));
                    continue;
                }
                series.points.emplace_back(static_cast<double>(points), one.error);
                if (!best || one.error < best->error) {
                    best = one;
                }
            }
            if (best && lengths.size() > 2) {
                table.notes.push_back(crossover_note(series.name, *best, ranges.order, lengths));
            }
            chart.series.push_back(std::move(series));
        }
    }
    status.clear();
    return view;
}

} // namespace kit
