#include "checker/gpu/measure.hpp"

#include "checker/gpu/nvml.hpp"
#include "checker/reference/predicted_counters.hpp"
#include "checker/reference/random.hpp"

#include <algorithm>
#include <chrono>

namespace kit::gpu {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_warm_up = 40;
constexpr int empty_launches = 15;
constexpr int series_launches = 200; // even: the last one goes back
constexpr std::size_t most_series = 60;
constexpr double longest_series = 0.5; // seconds; slower kernels' gaps do not count

/// All that takes turns.
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

TimeSummary time_series(Device& device, CaseMemory& memory, const Lab& lab, Submission& submission,
                        Stopwatch& stopwatch, const MeasurePlan& plan,
                        const std::function<std::uint64_t()>& next_seed,
                        const std::function<bool()>& out_of_time) {
    Handle graph = nullptr;
    const auto prepare = [&] {
        submission.set_coefficients(memory);
        // A graph keeps its launches' arguments: with coefficients among them it is made anew.
        if (graph == nullptr || takes_coefficients(lab)) {
            graph = device.record_graph([&] {
                // The first of a series has no launch before it that it could wait for.
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
    } while (times.size() < most_series && !settled(summarize(times)) &&
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
    timing.before = gpu_state(device.facts().bus_id);
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
    const double whole_series = 2 * series_launches * summarize(turns.cold).median;
    if (device.has_graphs() && lab.steps == 1 && lab.boundary == BoundaryRule::keep &&
        lab.element == Element::float32 && lab.result_operation == ResultOperation::none &&
        !lab.result_range && whole_series < longest_series &&
        2 * memory.array_bytes() <= static_cast<std::uint64_t>(device.facts().l2_bytes)) {
        timing.series =
            time_series(device, memory, lab, submission, stopwatch, plan, next_seed, out_of_time);
    }
    timing.after = gpu_state(device.facts().bus_id);
    timing.cold = summarize(turns.cold);
    timing.hot = summarize(turns.hot);
    timing.copy = summarize(turns.copy);
    if (!turns.baseline.empty()) {
        timing.baseline = summarize(turns.baseline);
    }
    timing.empty_kernel_seconds = summarize(empty).median;
    timing.checked_launches = warm_up.size() + turns.cold.size() + turns.hot.size();
    timing.bytes = 2 * memory.array_bytes();
    timing.operations = sweep_operations(lab, plan.extents);
    timing.inconclusive = inconclusive(timing.cold) || inconclusive(timing.hot) ||
                          inconclusive(timing.copy) ||
                          (timing.baseline && inconclusive(*timing.baseline)) ||
                          (timing.series && inconclusive(*timing.series));
    return timing;
}

} // namespace kit::gpu
