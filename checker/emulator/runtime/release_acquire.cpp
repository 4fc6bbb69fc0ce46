#include "checker/emulator/runtime/release_acquire.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace kit::runtime {

namespace {

/// Whether one of the releases that were acquired covers the tick. Ticks and numbers both only grow: the last one that
/// was acquired covers the most.
template <class Key>
bool covers_tick(const std::map<Key, std::vector<ReleaseLog::Release>>& releases, const Key& key,
                 const Acquired& acquired, std::uint32_t tick) {
    const auto found = releases.find(key);
    if (found == releases.end()) {
        return false;
    }
    const auto& list = found->second;
    const auto after =
        std::ranges::upper_bound(list, acquired.end, {}, &ReleaseLog::Release::number);
    return after != list.begin() && std::prev(after)->number > acquired.begin &&
           std::prev(after)->tick >= tick;
}

} // namespace

RunOrder run_order;

void add(std::vector<Acquired>& list, const Acquired& acquired) {
    const auto known = std::ranges::find_if(list, [&](const Acquired& each) {
        return each.log == acquired.log && each.begin == acquired.begin && each.by == acquired.by &&
               each.self == acquired.self;
    });
    if (known == list.end()) {
        list.push_back(acquired);
    } else {
        known->end = std::max(known->end, acquired.end);
    }
}

Past::Past(std::vector<Acquired> acquired, bool all_of_system)
    : all_(std::move(acquired)), all_of_system_(all_of_system) {
    std::unordered_map<const ReleaseLog*, std::vector<std::size_t>> of_logs;
    for (std::size_t i = 0; i < all_.size(); ++i) {
        of_logs[all_[i].log].push_back(i);
    }
    const auto is_known = [&](const Acquired& more) {
        return std::ranges::any_of(of_logs[more.log], [&](std::size_t i) {
            return all_[i].by == more.by && all_[i].self == more.self &&
                   all_[i].begin <= more.begin && all_[i].end >= more.end;
        });
    };
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const Acquired each = all_[i];
        for (const auto& [log, passed] : each.log->passed) {
            for (const ReleaseLog::Passed& more : passed) {
                if (more.number > each.begin && more.number <= each.end &&
                    (all_of_system_ || more.from.meets(each.by)) && !is_known(more.acquired)) {
                    of_logs[log].push_back(all_.size());
                    all_.push_back(more.acquired);
                }
            }
        }
    }
}

Past::OfBlock Past::look_for(std::uint32_t block) const {
    OfBlock result;
    const std::uint32_t gpu = run_order.gpu_of(block);
    for (const Acquired& acquired : all_) {
        const std::size_t between = gpu == acquired.by.gpu ? 0 : 1;
        if (between == 1 && !acquired.by.of_system && !all_of_system_) {
            continue;
        }
        const std::size_t scope = all_of_system_ ? 0 : acquired.self == block ? 1 : between;
        const auto& threads = acquired.log->of_thread.at(scope);
        const auto first = threads.lower_bound({block, 0});
        if (first != threads.end() && first->first.first == block) {
            result.releases.emplace_back(acquired, scope);
        }
        result.sweep_has_ended =
            result.sweep_has_ended || covers_tick(acquired.log->of_gpu.at(scope), gpu, acquired,
                                                  run_order.sweep_of(block) + 1);
    }
    return result;
}

bool Past::has(const Moment& earlier) {
    if (all_.empty()) {
        return false;
    }
    auto known = of_blocks_.find(earlier.block);
    if (known == of_blocks_.end()) {
        known = of_blocks_.emplace(earlier.block, look_for(earlier.block)).first;
    }
    return known->second.sweep_has_ended ||
           std::ranges::any_of(known->second.releases, [&](const auto& release) {
               const auto& [acquired, scope] = release;
               const auto& threads = acquired.log->of_thread.at(scope);
               return covers_tick(threads, {earlier.block, earlier.thread}, acquired,
                                  earlier.tick) ||
                      covers_tick(threads, {earlier.block, ReleaseLog::all_threads}, acquired,
                                  earlier.tick);
           });
}

void BlockClock::begin_block(std::uint64_t block, std::uint32_t threads,
                             std::vector<Acquired> acquired) {
    *this = {};
    block_ = static_cast<std::uint32_t>(block);
    threads_.resize(threads);
    acquired_ = std::move(acquired);
    for (Fences& fences : fences_) {
        fences.threads.resize(threads);
    }
}

std::vector<Acquired> BlockClock::all_acquired() const {
    std::vector<Acquired> all = acquired_;
    for (const std::uint32_t thread : acquirers_) {
        for (const Acquired& acquired : threads_[thread]) {
            add(all, acquired);
        }
    }
    return all;
}

void BlockClock::on_barrier() {
    ++tick_;
    for (Fences& fences : fences_) {
        if (fences.in_interval) {
            // Whoever fenced had all that lies before the interval behind it; and if no thread has done
            // anything since its own fence, that is all there is.
            fences.all_before = fences.unfenced_threads == 0 ? tick_ : interval_;
        }
        fences.in_interval = false;
    }
    interval_ = tick_;
    if (!acquirers_.empty()) {
        acquired_ = all_acquired();
        for (const std::uint32_t thread : acquirers_) {
            threads_[thread].clear();
        }
        acquirers_.clear();
        past_of_block_ = {};
        past_of_thread_ = {};
    }
}

bool BlockClock::is_past(const Moment& earlier, std::uint32_t thread, bool all_of_system) const {
    if (thread != asking_thread_) {
        asking_thread_ = thread;
        past_of_thread_ = {};
    }
    const auto has = [&](Pasts& pasts, const std::vector<Acquired>& acquired) {
        auto& past = pasts.at(all_of_system ? 1 : 0);
        if (!past) {
            past.emplace(acquired, all_of_system);
        }
        return past->has(earlier);
    };
    return has(past_of_thread_, threads_[thread]) || has(past_of_block_, acquired_);
}

void BlockClock::on_fence(std::uint32_t thread, Scope scope) {
    const std::uint32_t tick = tick_++;
    for (Fences& fences : std::span(fences_).first(scope == Scope::system ? 2 : 1)) {
        Fences::Thread& state = fences.threads[thread];
        state.own_until = tick;
        state.all_before = interval_;
        fences.in_interval = true;
        if (state.has_unfenced) {
            state.has_unfenced = false;
            --fences.unfenced_threads;
        }
    }
}

Moment BlockClock::on_access(std::uint32_t thread) {
    for (Fences& fences : fences_) {
        Fences::Thread& state = fences.threads[thread];
        if (!state.has_unfenced) {
            state.has_unfenced = true;
            ++fences.unfenced_threads;
        }
    }
    return {block_, thread, tick_};
}

std::uint32_t Releases::release(std::uintptr_t address, bool overwrites, Scope scope,
                                const BlockClock& clock, std::uint32_t thread) {
    const auto known = logs_.find(address);
    if (!clock.has_fenced(thread)) {
        return known == logs_.end() ? 0 : ++known->second.end;
    }
    ReleaseLog& log = known == logs_.end() ? logs_[address] : known->second;
    if (overwrites) {
        log.begin = log.end;
    }
    ++log.end;
    const std::uint32_t gpu = run_order.gpu_of(clock.block_);
    const std::uint32_t sweep = run_order.sweep_of(clock.block_);
    Side side{gpu, false};
    for (std::size_t i = 0; i < (scope == Scope::system ? 2 : 1); ++i) {
        const BlockClock::Fences& fences = clock.fences_.at(i);
        if (!BlockClock::has_fenced(thread, fences)) {
            continue;
        }
        side.of_system = i == 1;
        const BlockClock::Fences::Thread& state = fences.threads[thread];
        if (state.own_until != 0) {
            log.of_thread.at(i)[{clock.block_, thread}].push_back({log.end, state.own_until});
        }
        if (const std::uint32_t all_before = std::max(fences.all_before, state.all_before)) {
            // Threads of a block know of different fences: who acquires this release has acquired those before it, too.
            auto& of_all = log.of_thread.at(i)[{clock.block_, ReleaseLog::all_threads}];
            const bool adds_to_last = !of_all.empty() && of_all.back().number > log.begin;
            of_all.push_back(
                {log.end, std::max(all_before - 1, adds_to_last ? of_all.back().tick : 0)});
        }
        if (sweep > 0) {
            log.of_gpu.at(i)[gpu].push_back({log.end, sweep});
        }
    }
    log.has_narrow = log.has_narrow || !side.of_system;
    for (const auto* list : {&clock.acquired_, &clock.threads_[thread]}) {
        for (const Acquired& acquired : *list) {
            // Who acquires this release has acquired the log's earlier ones itself, unless they are overwritten now or
            // scopes were too narrow.
            const bool widens = run_order.gpus > 1 && (log.has_narrow || !side.of_system);
            if (acquired.log != &log || widens || overwrites) {
                // Once is enough where every thread of a block releases.
                auto& passed = log.passed[acquired.log];
                const bool is_known = !passed.empty() && passed.back().number > log.begin &&
                                      passed.back().from == side &&
                                      passed.back().acquired.begin == acquired.begin &&
                                      passed.back().acquired.end == acquired.end &&
                                      passed.back().acquired.by == acquired.by &&
                                      passed.back().acquired.self == acquired.self;
                if (!is_known) {
                    passed.push_back({log.end, side, acquired});
                }
            }
        }
    }
    return log.end;
}

void Releases::acquire(std::uintptr_t address, Scope scope, BlockClock& clock,
                       std::uint32_t thread) {
    const auto known = logs_.find(address);
    if (known == logs_.end()) {
        return;
    }
    std::vector<Acquired>& acquired = clock.threads_[thread];
    if (acquired.empty()) {
        clock.acquirers_.push_back(thread);
    }
    clock.has_acquired_ = true;
    clock.past_of_thread_ = {};
    const ReleaseLog& log = known->second;
    const auto of_block = log.of_thread.front().lower_bound({clock.block_, 0});
    const bool has_own = run_order.gpus > 1 && of_block != log.of_thread.front().end() &&
                         of_block->first.first == clock.block_;
    add(acquired, {&log,
                   log.begin,
                   log.end,
                   {run_order.gpu_of(clock.block_), scope == Scope::system},
                   has_own ? clock.block_ : Acquired::no_block});
}

bool Releases::has_seen(std::uintptr_t address, std::uint32_t number, const Side& by,
                        const BlockClock& clock, std::uint32_t thread) const {
    const auto known = logs_.find(address);
    const auto sees = [&](const Acquired& acquired) {
        return acquired.log == &known->second && acquired.end >= number && by.meets(acquired.by);
    };
    const auto& own = clock.threads_[thread];
    return known != logs_.end() && number != 0 &&
           (std::ranges::any_of(own, sees) || std::ranges::any_of(clock.acquired_, sees));
}

} // namespace kit::runtime
