#include "checker/emulator/runtime/release_acquire.hpp"

#include <algorithm>

namespace kit::runtime {

namespace {

void add(std::vector<Acquired>& list, const Acquired& acquired) {
    const auto known = std::find_if(list.begin(), list.end(), [&](const Acquired& each) {
        return each.log == acquired.log && each.begin == acquired.begin;
    });
    if (known == list.end()) {
        list.push_back(acquired);
    } else {
        known->end = std::max(known->end, acquired.end);
    }
}

bool releases(const Acquired& acquired, std::uint32_t thread, Moment earlier) {
    const auto found = acquired.log->of_thread.find({earlier.block, thread});
    if (found == acquired.log->of_thread.end()) {
        return false;
    }
    const auto& list = found->second;
    // Ticks and numbers both only grow: the last one that was acquired covers the most.
    const auto after = std::upper_bound(
        list.begin(), list.end(), acquired.end,
        [](std::uint32_t end, const ReleaseLog::Release& each) { return end < each.number; });
    return after != list.begin() && std::prev(after)->number > acquired.begin &&
           std::prev(after)->tick >= earlier.tick;
}

/// Whether the access was released where the list says, or was acquired before what was. `seen` are
/// those that were looked at.
bool covers(const std::vector<Acquired>& list, Moment earlier, std::vector<Acquired>& seen) {
    for (const Acquired& acquired : list) {
        const bool again = std::any_of(seen.begin(), seen.end(), [&](const Acquired& each) {
            return each.log == acquired.log && each.begin <= acquired.begin &&
                   each.end >= acquired.end;
        });
        if (again) {
            continue;
        }
        if (releases(acquired, earlier.thread, earlier) ||
            releases(acquired, ReleaseLog::all_threads, earlier)) {
            return true;
        }
        seen.push_back(acquired);
        std::vector<Acquired> further;
        for (const auto& [log, passed] : acquired.log->passed) {
            for (const ReleaseLog::Passed& each : passed) {
                if (each.number > acquired.begin && each.number <= acquired.end) {
                    add(further, {log, each.begin, each.end});
                }
            }
        }
        if (covers(further, earlier, seen)) {
            return true;
        }
    }
    return false;
}

} // namespace

void BlockClock::begin_block(std::uint64_t block, std::uint32_t threads) {
    *this = {};
    block_ = static_cast<std::uint32_t>(block);
    threads_.resize(threads);
}

void BlockClock::on_barrier() {
    ++tick_;
    if (fence_in_interval_) {
        // Whoever fenced had all that lies before the interval behind it; and if no thread has done
        // anything since its own fence, that is all there is.
        all_before_ = unfenced_threads_ == 0 ? tick_ : interval_;
    }
    interval_ = tick_;
    fence_in_interval_ = false;
    for (const std::uint32_t thread : acquirers_) {
        for (const Acquired& acquired : threads_[thread].acquired) {
            add(acquired_, acquired);
        }
        threads_[thread].acquired.clear();
    }
    acquirers_.clear();
}

void BlockClock::on_fence(std::uint32_t thread) {
    Thread& state = threads_[thread];
    state.own_until = tick_++;
    state.all_before = interval_;
    fence_in_interval_ = true;
    if (state.has_unfenced) {
        state.has_unfenced = false;
        --unfenced_threads_;
    }
}

Moment BlockClock::on_access(std::uint32_t thread) {
    Thread& state = threads_[thread];
    if (!state.has_unfenced) {
        state.has_unfenced = true;
        ++unfenced_threads_;
    }
    return {block_, thread, tick_};
}

bool BlockClock::has_fenced(std::uint32_t thread) const {
    return threads_[thread].own_until != 0 || all_before_ != 0;
}

std::uint32_t Releases::release(std::uintptr_t address, bool overwrites, const BlockClock& clock,
                                std::uint32_t thread) {
    const auto known = logs_.find(address);
    if (!clock.has_fenced(thread)) {
        return known == logs_.end() ? 0 : ++known->second.end;
    }
    ReleaseLog& log = known == logs_.end() ? logs_[address] : known->second;
    if (overwrites) {
        log.begin = log.end;
    }
    ++log.end;
    const BlockClock::Thread& state = clock.threads_[thread];
    if (state.own_until != 0) {
        log.of_thread[{clock.block_, thread}].push_back({log.end, state.own_until});
    }
    if (const std::uint32_t all_before = std::max(clock.all_before_, state.all_before)) {
        log.of_thread[{clock.block_, ReleaseLog::all_threads}].push_back({log.end, all_before - 1});
    }
    for (const auto* list : {&clock.acquired_, &state.acquired}) {
        for (const Acquired& acquired : *list) {
            if (acquired.log != &log) {
                log.passed[acquired.log].push_back({log.end, acquired.begin, acquired.end});
            }
        }
    }
    return log.end;
}

void Releases::acquire(std::uintptr_t address, BlockClock& clock, std::uint32_t thread) {
    const auto known = logs_.find(address);
    if (known == logs_.end()) {
        return;
    }
    BlockClock::Thread& state = clock.threads_[thread];
    if (state.acquired.empty()) {
        clock.acquirers_.push_back(thread);
    }
    add(state.acquired, {&known->second, known->second.begin, known->second.end});
}

bool Releases::is_past(Moment earlier, const BlockClock& clock, std::uint32_t thread) const {
    std::vector<Acquired> seen;
    return covers(clock.threads_[thread].acquired, earlier, seen) ||
           covers(clock.acquired_, earlier, seen);
}

bool Releases::has_seen(std::uintptr_t address, std::uint32_t number, const BlockClock& clock,
                        std::uint32_t thread) const {
    const auto known = logs_.find(address);
    const auto sees = [&](const Acquired& acquired) {
        return acquired.log == &known->second && acquired.end >= number;
    };
    const auto& own = clock.threads_[thread].acquired;
    return known != logs_.end() && number != 0 &&
           (std::any_of(own.begin(), own.end(), sees) ||
            std::any_of(clock.acquired_.begin(), clock.acquired_.end(), sees));
}

} // namespace kit::runtime
