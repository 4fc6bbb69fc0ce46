#include "checker/emulator/runtime/fenced_word.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <algorithm>

namespace kit::runtime {

namespace {

/// A store must come after all loads and atomics; of many that are past each other's sight some are enough.
constexpr std::size_t most_kept = 32;

bool of_one_block(const FencedAccess& a, const FencedAccess& b) {
    return a.moment.block == b.moment.block;
}

std::uint32_t gpu_of(const FencedAccess& access) {
    return run_order.gpu_of(access.moment.block);
}

/// Atomics, and volatile accesses, of which neither is limited to another block or GPU than the other's.
bool both_strong(const FencedAccess& a, const FencedAccess& b) {
    const Scope needed = of_one_block(a, b)       ? Scope::block
                         : gpu_of(a) == gpu_of(b) ? Scope::gpu
                                                  : Scope::system;
    return a.is_strong && b.is_strong && a.scope >= needed && b.scope >= needed;
}

/// Whether the atomic operation that is announced is a comparison that fails.
bool fails() {
    Comparison* const comparison = thread_state.comparison;
    if (comparison == nullptr) {
        return false;
    }
    if (!comparison->failed) {
        comparison->look();
    }
    return comparison->failed;
}

} // namespace

bool FencedWords::is_past(std::uintptr_t address, const FencedAccess& earlier,
                          const BlockClock& clock, std::uint32_t thread) const {
    const Moment& moment = earlier.moment;
    if (moment.block == clock.block()) {
        // As in GlobalWord: global memory has no clocks for lanes.
        if (moment.thread == thread || clock.is_before_barrier(moment.tick) ||
            thread_state.runner->order().may_order(moment.thread, thread)) {
            return true;
        }
    }
    if (run_order.is_of_earlier_launch(moment.block, clock.block())) {
        return true;
    }
    const Side side{gpu_of(earlier), earlier.scope == Scope::system};
    return releases_.has_seen(address, earlier.release, side, clock, thread) ||
           clock.is_past(moment, thread);
}

void FencedWords::add(std::vector<FencedAccess>*& list, const FencedAccess& made,
                      std::uintptr_t address, const BlockClock& clock) {
    if (list == nullptr) {
        list = &lists_.emplace_back();
    }
    // An access that is past is found in a race through this one.
    std::erase_if(*list, [&](const FencedAccess& each) {
        return of_one_block(each, made) && (each.moment.thread == made.moment.thread ||
                                            clock.is_before_barrier(each.moment.tick));
    });
    // Two lanes of a warp are as good as all.
    const auto is_of_warp = [&made](const FencedAccess& each) {
        return of_one_block(each, made) &&
               each.moment.thread / warp_lanes == made.moment.thread / warp_lanes;
    };
    if (std::ranges::count_if(*list, is_of_warp) >= 2) {
        *std::find_if(list->rbegin(), list->rend(), is_of_warp) = made;
        return;
    }
    if (list->size() == most_kept) {
        std::erase_if(*list, [&](const FencedAccess& each) {
            return is_past(address, each, clock, made.moment.thread);
        });
    }
    if (list->size() < most_kept) {
        list->push_back(made);
    }
}

std::optional<GlobalRace> FencedWords::record_access(FencedWord& word, const Access& access,
                                                     BlockClock& clock, std::uint32_t thread) {
    if (word.split) {
        return std::nullopt;
    }
    FencedAccess self;
    self.moment = clock.on_access(thread);
    self.code = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code));
    const bool tells = access.is_volatile && access.store && clock.has_fenced(thread);
    self.is_strong = access.atomic || tells || (access.is_volatile && !access.store);
    self.scope = access.atomic ? access.scope : Scope::system;
    if (tells || (access.atomic && !fails())) {
        self.release = self.scope == Scope::block
                           ? 0
                           : releases_.release(access.address, tells, self.scope, clock, thread);
    }
    const auto races = [&](const FencedAccess& earlier) {
        return earlier.moment.tick != 0 && !both_strong(earlier, self) &&
               !is_past(access.address, earlier, clock, thread);
    };
    // Between two GPUs: whether wider scopes would have put them in order.
    const auto race_with = [&](GlobalRace::Kind kind, const FencedAccess& earlier) {
        const bool of_two = gpu_of(earlier) != gpu_of(self);
        return GlobalRace{kind,
                          earlier.moment.block,
                          earlier.moment.thread,
                          earlier.code,
                          false,
                          of_two && ((earlier.is_strong && self.is_strong) ||
                                     clock.is_past(earlier.moment, thread, true))};
    };
    const auto first_in = [&](const std::vector<FencedAccess>* list, GlobalRace::Kind kind) {
        if (list != nullptr) {
            const auto found = std::ranges::find_if(*list, races);
            if (found != list->end()) {
                return race_with(kind, *found);
            }
        }
        return GlobalRace{};
    };
    GlobalRace race;
    if (races(word.store)) {
        race = race_with(GlobalRace::store, word.store);
    }
    if (race.earlier == GlobalRace::none) {
        race = first_in(word.atomics, GlobalRace::atomic);
    }
    if (race.earlier == GlobalRace::none && access.store) {
        race = first_in(word.loads, GlobalRace::load);
    }
    if (!access.store) {
        add(word.loads, self, access.address, clock);
    } else if (access.atomic) {
        add(word.atomics, self, access.address, clock);
    } else {
        // What is not past for a store has raced with it.
        word.store = self;
        for (std::vector<FencedAccess>* const list : {word.atomics, word.loads}) {
            if (list != nullptr) {
                list->clear();
            }
        }
    }
    return race;
}

void FencedWords::split(FencedWord& word, std::span<FencedWord> bytes) {
    if (word.split) {
        return;
    }
    for (FencedWord& byte : bytes) {
        byte = word;
        for (std::vector<FencedAccess>** const list : {&byte.atomics, &byte.loads}) {
            if (*list != nullptr) {
                *list = &lists_.emplace_back(**list);
            }
        }
    }
    word.split = true;
}

} // namespace kit::runtime
