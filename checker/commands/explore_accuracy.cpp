#include "checker/commands/exploration_views.hpp"
#include "checker/exploration/accuracy.hpp"
#include "checker/exploration/range.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/numbers.hpp"
#include "checker/report/progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <optional>

namespace kit {

namespace {

std::string error_text(const Accuracy& one) {
    return one.problem.empty() ? fmt::format("{:.2e}", one.error) : "–";
}

/// The length from which rounding decides, where the lengths that ran show it.
std::string crossover_note(const std::string& name, const Accuracy& best, int order,
                           const std::vector<std::int64_t>& lengths) {
    if (best.setting.points == lengths.front() || best.setting.points == lengths.back()) {
        return fmt::format(
            "{}: the error {} over all these lengths: the crossover lies beyond them.", name,
            best.setting.points == lengths.back() ? "falls" : "does not fall");
    }
    return fmt::format("{}: least error {:.2e}, at {} points. With fewer points the formula's own "
                       "error decides, with more the rounding of f, divided by h{}.",
                       name, best.error, thousands(static_cast<std::uint64_t>(best.setting.points)),
                       order == 2 ? " twice" : "");
}

} // namespace

void explore_accuracy(const Lab& lab, const SubmissionFile& file, const ExploreOptions& options) {
    if (!computes_derivatives(lab)) {
        throw UsageError(
            fmt::format("--length is for kernels of derivatives, labs 02 and 03; for {} "
                        "give --grid",
                        lab.id));
    }
    if (!options.block.empty() || !options.grid.empty()) {
        throw UsageError("--length measures accuracy, which --block and --grid do not change");
    }
    const std::vector<std::int64_t> radii =
        options.radius.empty() ? std::vector<std::int64_t>{1}
                               : read_range({"--radius", 1, 8, Growth::by_one}, options.radius);
    const std::int64_t least = 2 * *std::max_element(radii.begin(), radii.end()) + 1;
    const std::vector<std::int64_t> lengths =
        read_range({"--length", least, longest_length}, options.length);
    const std::vector<Element> elements = explored_elements(lab, options);
    Progress progress(STDERR_FILENO);
    analytics::Table table;
    table.key = "accuracy";
    table.title = fmt::format("{} · {} · derivative of order {} of the sine on [0, 2π]", lab.id,
                              file.shown_path, options.order);
    table.columns = {{"radius", "R"},
                     {"element", "type", false},
                     {"points", "points"},
                     {"step", "h"},
                     {"error", "error"},
                     {"error_at_ends", "at the ends"},
                     {"discretization", "without rounding, computed"}};
    Chart chart;
    chart.title = fmt::format("Derivative of order {} of the sine on [0, 2π]", options.order);
    chart.x_label = "points";
    chart.y_label = "greatest error in the middle";
    chart.logarithmic_x = chart.logarithmic_y = true;
    const std::size_t total = radii.size() * elements.size() * lengths.size();
    for (const std::int64_t radius : radii) {
        for (const Element element : elements) {
            Chart::Series series{fmt::format("{}, R = {}", cpp_name(element), radius), {}};
            std::optional<Accuracy> best;
            for (const std::int64_t points : lengths) {
                progress.show(fmt::format("running {} of {}…", table.rows.size() + 1, total));
                const Accuracy one = measure_accuracy(
                    lab, file, {options.order, static_cast<int>(radius), element, points});
                table.rows.push_back(
                    {std::to_string(radius), cpp_name(element), analytics::Cell(points),
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
                table.notes.push_back(crossover_note(series.name, *best, options.order, lengths));
            }
            chart.series.push_back(std::move(series));
        }
    }
    progress.clear();
    show_exploration(options, table, chart);
}

} // namespace kit
