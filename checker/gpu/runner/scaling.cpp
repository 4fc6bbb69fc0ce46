#include "checker/gpu/runner/scaling.hpp"

#include "checker/reference/random_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace kit {

namespace {

/// An even number, so that the result lies where the series began.
constexpr int sweeps_of_series = 20;
constexpr std::size_t most_rounds = 31;
constexpr std::size_t least_rounds = 7;

/// Longer than the host takes to queue the launches of a series, and the events between them.
constexpr double hold_seconds_of_a_launch = 25e-6;

/// One of the three that take turns: its grid, cut among so many GPUs.
class Series {
public:
    Series(GpuGroup& group, KitModule& kit, const Lab& lab, int gpus, const Extents& extents,
           const ScalingKernel& kernel, const LaunchShape& shape)
        : lab_(on_gpus(lab, gpus)), kit_(kit), gpus_(gpus), scope_(group.at(0)),
          memory_(group.at(0), kit, lab_, extents, false),
          run_(group, lab_, extents, kernel.cubin, kernel.entry, shape) {}

    /// Seconds of one sweep. Throws WrongLaunch if the series left something wrong.
    [[nodiscard]] double time(std::uint64_t seed, double deadline) {
        memory_.draw_steady(seed);
        run_.scatter(memory_);
        kit_.hold(hold_seconds_of_a_launch * sweeps_of_series * gpus_);
        run_.sweep(sweeps_of_series);
        run_.gather(memory_, sweeps_of_series, deadline);
        const LaunchCheck check = memory_.check(deadline, sweeps_of_series);
        if (!check.right()) {
            throw WrongLaunch(
                fmt::format("A timed series of {} sweeps on {} GPUs left {} wrong cells.",
                            sweeps_of_series, gpus_, check.comparison.mismatches),
                check);
        }
        return run_.seconds() / sweeps_of_series;
    }

    /// Bytes a second from the first GPU to the second.
    [[nodiscard]] double copy_rate(double deadline) {
        kit_.hold(hold_seconds_of_a_launch);
        const std::size_t bytes = run_.copy_to_next(deadline);
        return static_cast<double>(bytes) / run_.seconds();
    }

private:
    Lab lab_;
    KitModule& kit_;
    int gpus_;
    Device::Scope scope_;
    CaseMemory memory_;
    SlabRun run_;
};

} // namespace

Scaling measure_scaling(const Driver& driver, Device& first, KitModule& kit, const Lab& lab,
                        int gpus, const ScalingKernel& kernel, const MeasurePlan& plan) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    GpuGroup group(driver, first, gpus);
    Scaling scaling;
    scaling.gpu = first.facts().name;
    scaling.link = group.link();
    scaling.gpus = gpus;
    scaling.by_flags = kernel.strong.by_flags;
    scaling.sweeps = sweeps_of_series;
    scaling.extents = plan.extents;
    scaling.extents_of_all = with_planes_for_each(plan.extents, gpus);
    const RandomBits seeds(plan.seed);
    std::vector<double> one;
    std::vector<double> strong;
    std::vector<double> weak;
    std::vector<double> copy_rates;
    const auto time = [&](std::vector<double>& times, int on, const Extents& extents,
                          const LaunchShape& shape) {
        // Anew for each: together they would need three times the memory.
        Series series(group, kit, lab, on, extents, kernel, shape);
        static_cast<void>(series.time(seeds.at(scaling.checked_series++), plan.launch_deadline));
        times.push_back(series.time(seeds.at(scaling.checked_series++), plan.launch_deadline));
        if (&times == &strong) {
            copy_rates.push_back(series.copy_rate(plan.launch_deadline));
        }
    };
    // Its result is compared on one GPU, which needs ten times the memory of a grid.
    bool has_memory = gpus > 1;
    const auto time_weak = [&] {
        try {
            if (has_memory) {
                time(weak, gpus, scaling.extents_of_all, kernel.weak);
            }
        } catch (const DeviceError& error) {
            if (error.name != "CUDA_ERROR_OUT_OF_MEMORY") {
                throw;
            }
            has_memory = false;
            first.use();
        }
    };
    const auto is_settled = [](const std::vector<double>& times) {
        return times.size() >= least_rounds && summarize(times).relative_half_width < 0.01;
    };
    do {
        time(one, 1, scaling.extents, kernel.one);
        if (gpus > 1) {
            time(strong, gpus, scaling.extents, kernel.strong);
        }
        time_weak();
    } while (one.size() < most_rounds &&
             !(is_settled(one) && (gpus == 1 || is_settled(strong)) &&
               (!has_memory || is_settled(weak))) &&
             (one.size() < least_rounds ||
              std::chrono::duration<double>(Clock::now() - start).count() < plan.most_seconds));
    scaling.one = summarize(one);
    if (gpus > 1) {
        scaling.strong = summarize(strong);
        scaling.copy_rate = summarize(copy_rates).median;
    }
    if (has_memory) {
        scaling.weak = summarize(weak);
    }
    return scaling;
}

} // namespace kit
