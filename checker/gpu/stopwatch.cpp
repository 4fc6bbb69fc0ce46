#include "checker/gpu/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit::gpu {

namespace {

/// The host queues both events and the kernel in about 10 µs; the stream is held for longer.
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

} // namespace

Stopwatch::Stopwatch(Device& device, KitModule& kit, CaseMemory& memory, double deadline)
    : device_(device), kit_(kit), memory_(memory), deadline_(deadline),
      // Several times the cache, and only read: what was in the cache is in memory, and nothing is
      // left to be written back while the clock runs.
      flush_bytes_(std::max<std::uint64_t>(
          4 * static_cast<std::uint64_t>(std::max<std::int64_t>(device.facts().l2_bytes, 0)),
          least_flush_bytes)),
      flush_(device.allocate(flush_bytes_)), sink_(device.allocate(sizeof(unsigned))),
      begin_(device.make_event()), end_(device.make_event()) {}

double Stopwatch::between_events(const std::function<void()>& launch) {
    kit_.hold(hold_seconds);
    device_.record(begin_);
    launch();
    device_.record(end_);
    device_.wait(deadline_);
    return device_.seconds_between(begin_, end_);
}

double Stopwatch::time(const Timed& timed, Cache cache, std::uint64_t seed) {
    memory_.draw(seed);
    timed.prepare();
    device_.forget_persisting_l2();
    if (cache == Cache::cold) {
        kit_.touch(flush_, flush_bytes_, sink_);
    } else {
        kit_.touch(memory_.output(), memory_.array_bytes(), sink_);
        kit_.touch(memory_.input(), memory_.array_bytes(), sink_);
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

double Stopwatch::time_series(const std::function<Handle()>& prepare, int launches,
                              std::uint64_t seed) {
    memory_.draw_steady(seed);
    const Handle graph = prepare();
    // Once through before the time: a graph's first run uploads it.
    device_.replay(graph);
    const double seconds = between_events([&] { device_.replay(graph); });
    // The device's own sweeps from what was drawn: a launch that was left out shows.
    const LaunchCheck check = memory_.check_series(2 * launches, deadline_);
    if (!check.right()) {
        throw WrongLaunch(sentence_of(check), check);
    }
    return seconds / launches;
}

double Stopwatch::time_empty() {
    return between_events([this] { kit_.empty(); });
}

} // namespace kit::gpu
