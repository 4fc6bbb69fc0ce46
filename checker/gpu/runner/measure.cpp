#include "checker/gpu/runner/measure.hpp"

#include "checker/reference/predictions.hpp"
#include "checker/reference/random_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace kit {

namespace {

/// Longer than the host takes to queue both events and the kernel, about 10 µs.
constexpr double hold_seconds = 40e-6;
constexpr std::uint64_t least_flush_bytes = 64u << 20;

std::string sentence_of(const LaunchCheck& check) {
    if (check.changed_guard_words > 0) {
        return fmt::format("A timed launch wrote outside its arrays ({} words).",
                           check.changed_guard_words);
    }
    if (check.changed_inputs > 0) {
        return fmt::format("A timed launch changed {} cells of its input.", check.changed_inputs);
    }
    return fmt::format("A timed launch left {} wrong cells.", check.comparison.mismatches);
}

enum class Cache { cold, hot };

/// What is timed: `prepare` is called once the case is drawn, `launch` while the clock runs.
struct Timed {
    std::function<void()> prepare;
    std::function<void()> launch;
    int sweeps = 1; ///< that the output must show; 0: a copy, which is not checked
};

class Stopwatch {
public:
    /// `deadline` in seconds is for one launch.
    Stopwatch(Device& device, KitModule& kit, CaseMemory& memory, double deadline)
        : device_(device), kit_(kit), memory_(memory), deadline_(deadline),
          // Several times the cache, and only read: everything that was in the cache is written back
          // before the clock runs, and nothing is left to be written back while it does.
          flush_bytes_(std::max<std::uint64_t>(
              4 * static_cast<std::uint64_t>(std::max<std::int64_t>(device.facts().l2_bytes, 0)),
              least_flush_bytes)),
          flush_(device.allocate(flush_bytes_)), sink_(device.allocate(sizeof(unsigned))),
          begin_(device.make_event()), end_(device.make_event()) {}

    /// Seconds of one launch on data of this seed. Throws WrongLaunch, DeviceTimeout, DeviceError.
    [[nodiscard]] double time(const Timed& timed, Cache cache, std::uint64_t seed) {
        memory_.draw(seed);
        timed.prepare();
        device_.forget_persisting_l2();
        if (cache == Cache::cold) {
            kit_.touch(flush_, flush_bytes_, sink_);
        } else {
            kit_.touch(memory_.output(), memory_.array_bytes(), sink_);
            for (std::size_t i = 0; i < memory_.inputs(); ++i) {
                kit_.touch(memory_.input(i), memory_.array_bytes(), sink_);
            }
        }
        const double seconds = between_events(timed.launch);
        if (timed.sweeps > 0) {
            const LaunchCheck check = memory_.check(deadline_, timed.sweeps);
            if (!check.right()) {
                throw WrongLaunch(sentence_of(check), check);
            }
        }
        return seconds;
    }

    /// Seconds of one launch of a series: a graph of `launches`, an even number, back and forth.
    /// `prepare` returns the graph for the coefficients that were just drawn. The graph runs twice, once
    /// before the clock starts, and the result of all its launches is checked.
    [[nodiscard]] double time_series(const std::function<Handle()>& prepare, int launches,
                                     std::uint64_t seed) {
        memory_.draw_steady(seed);
        const Handle graph = prepare();
        // Once before the clock starts: a graph's first run uploads it.
        device_.replay(graph);
        const double seconds = between_events([&] { device_.replay(graph); });
        // Compared with the reference's sweeps on the device: a launch that was left out shows.
        const LaunchCheck check = memory_.check_series(2 * launches, deadline_);
        if (!check.right()) {
            throw WrongLaunch(sentence_of(check), check);
        }
        return seconds / launches;
    }

    /// Seconds between the events around a kernel that does nothing.
    [[nodiscard]] double time_empty() {
        return between_events([this] { kit_.empty(); });
    }

private:
    [[nodiscard]] double between_events(const std::function<void()>& launch) {
        kit_.hold(hold_seconds);
        device_.record(begin_);
        launch();
        device_.record(end_);
        device_.wait(deadline_);
        return device_.seconds_between(begin_, end_);
    }

    Device& device_;
    KitModule& kit_;
    CaseMemory& memory_;
    double deadline_;
    std::uint64_t flush_bytes_;
    Address flush_;
    Address sink_;
    Handle begin_;
    Handle end_;
};

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_warm_up = 40;
constexpr int empty_launches = 15;
constexpr int series_launches = 200; // even: the last one goes back
constexpr std::size_t most_series = 60;
constexpr double longest_series = 0.5; // seconds; in slower ones the gaps between launches vanish

/// The times of each kernel that takes turns.
struct Turns {
    std::vector<double> cold;
    std::vector<double> hot;
    std::vector<double> copy;
    std::vector<double> baseline;

    [[nodiscard]] bool settled() const {
        return kit::settled(summarize(cold)) && kit::settled(summarize(hot)) &&
               kit::settled(summarize(copy)) &&
               (baseline.empty() || kit::settled(summarize(baseline)));
    }
};

/// A launch that may begin early must wait itself for what is not there yet.
void require_wait(CaseMemory& memory, const Lab& lab, Submission& submission,
                  const MeasurePlan& plan) {
    memory.draw(plan.seed);
    submission.set_coefficients(memory);
    memory.draw_late();
    submission.launch_in_series(memory, plan.extents, false);
    const LaunchCheck check = memory.check(plan.launch_deadline, lab.steps);
    if (!check.right()) {
        throw WrongLaunch(
            fmt::format(
                "{} cells are wrong if the kernel begins before the launch before it has ended, as "
                "LaunchConfig::programmatic allows. Each thread must call "
                "cudaGridDependencySynchronize() before it reads or writes global memory.",
                check.comparison.mismatches),
            check);
    }
}

TimeSummary time_series(Device& device, CaseMemory& memory, const Lab& lab, Submission& submission,
                        Stopwatch& stopwatch, const MeasurePlan& plan,
                        const std::function<std::uint64_t()>& next_seed,
                        const std::function<bool()>& out_of_time) {
    Handle graph = nullptr;
    const auto prepare = [&] {
        submission.set_coefficients(memory);
        // A graph keeps its launches' arguments: if coefficients are among them it is made anew.
        if (graph == nullptr || takes_coefficients(lab)) {
            graph = device.record_graph([&] {
                // No launch of the series comes before the first: it has nothing to overlap with.
                submission.launch(memory, plan.extents);
                for (int i = 1; i < series_launches; ++i) {
                    submission.launch_in_series(memory, plan.extents, i % 2 == 1);
                }
            });
        }
        return graph;
    };
    std::vector<double> times;
    do {
        times.push_back(stopwatch.time_series(prepare, series_launches, next_seed()));
    } while (times.size() < most_series && !kit::settled(summarize(times)) &&
             !(times.size() >= 6 && out_of_time()));
    return summarize(times);
}

} // namespace

Timing measure(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab,
               Submission& submission, Submission* baseline, const MeasurePlan& plan) {
    const auto start = Clock::now();
    const RandomBits seeds(plan.seed);
    std::uint64_t launches = 0;
    const auto next_seed = [&] { return seeds.at(launches++); };
    const auto sweep = [&](Submission& kernel, int sweeps) {
        return Timed{.prepare = [&] { kernel.set_coefficients(memory); },
                     .launch = [&] { kernel.launch(memory, plan.extents); },
                     .sweeps = sweeps};
    };
    const Timed own = sweep(submission, lab.steps);
    const Timed copy{
        .prepare = [] {},
        .launch =
            [&] { device.copy_on_device(memory.output(), memory.input(), memory.array_bytes()); },
        .sweeps = 0};
    Stopwatch stopwatch(device, kit, memory, plan.launch_deadline);
    const auto seconds_since_start = [&] {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    const auto out_of_time = [&] { return seconds_since_start() > plan.most_seconds; };

    std::vector<double> warm_up;
    while (!warmed_up(warm_up) && warm_up.size() < most_warm_up &&
           seconds_since_start() < plan.most_seconds / 2) {
        warm_up.push_back(stopwatch.time(own, Cache::cold, next_seed()));
    }
    Timing timing;
    timing.gpu = device.facts().name;
    timing.extents = plan.extents;
    timing.sweeps = lab.steps;
    timing.before = device.state();
    std::vector<double> empty;
    for (int i = 0; i < empty_launches; ++i) {
        empty.push_back(stopwatch.time_empty());
    }
    Turns turns;
    do {
        turns.cold.push_back(stopwatch.time(own, Cache::cold, next_seed()));
        turns.hot.push_back(stopwatch.time(own, Cache::hot, next_seed()));
        turns.copy.push_back(stopwatch.time(copy, Cache::cold, next_seed()));
        if (baseline != nullptr) {
            turns.baseline.push_back(stopwatch.time(sweep(*baseline, 1), Cache::cold, next_seed()));
        }
    } while (!turns.settled() && turns.cold.size() < plan.most_rounds && !out_of_time());
    // Coefficients that a kernel's text holds cannot be those with which values stay bounded (draw_steady()).
    const bool has_fixed = std::ranges::any_of(
        lab.stencil, [](const auto& point) { return point.coefficient.has_value(); });
    const double whole_series = 2 * series_launches * summarize(turns.cold).median;
    if (device.has_graphs() && !has_fixed && lab.steps == 1 && lab.boundary == BoundaryRule::keep &&
        lab.element == Element::float32 && lab.result_operation == ResultOperation::none &&
        !lab.result_range && memory.inputs() == 1 && whole_series < longest_series &&
        2 * memory.array_bytes() <= static_cast<std::uint64_t>(device.facts().l2_bytes)) {
        if (submission.overlaps()) {
            require_wait(memory, lab, submission, plan);
        }
        timing.series =
            time_series(device, memory, lab, submission, stopwatch, plan, next_seed, out_of_time);
    }
    timing.after = device.state();
    timing.cold = summarize(turns.cold);
    timing.hot = summarize(turns.hot);
    timing.copy = summarize(turns.copy);
    if (!turns.baseline.empty()) {
        timing.baseline = summarize(turns.baseline);
    }
    timing.empty_kernel_seconds = summarize(empty).median;
    timing.checked_launches = warm_up.size() + turns.cold.size() + turns.hot.size();
    timing.copy_bytes = 2 * memory.array_bytes();
    timing.bytes = (memory.inputs() + 1) * memory.array_bytes();
    timing.operations = sweep_operations(lab, plan.extents);
    timing.inconclusive = inconclusive(timing.cold) || inconclusive(timing.hot) ||
                          inconclusive(timing.copy) ||
                          (timing.baseline && inconclusive(*timing.baseline)) ||
                          (timing.series && inconclusive(*timing.series));
    return timing;
}

} // namespace kit
