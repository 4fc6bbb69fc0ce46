#include "checker/emulator/runtime/global_word.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/run_order.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace kit::runtime {

namespace {

constexpr std::uint32_t lock_bit = 1u << 31;

/// Holds the lock, and is written last.
struct Head {
    std::uint32_t owner : block_bits;    ///< the block whose accesses are kept
    std::uint32_t by_several_blocks : 1; ///< the rest is SharedAccesses, else BlockAccesses
    std::uint32_t store_in_interval : 1; ///< the last store came after the last barrier
    std::uint32_t code_is_of_atomic : 1; ///< see access_of_code()
    std::uint32_t atomics_of_block : 1;  ///< the owner's, or some of them, are of block scope
    std::uint32_t split : 1;
    std::uint32_t locked : 1;
};

/// How many threads made the same kind of access since the last barrier, as far as the rules need it.
enum Count : unsigned { count_none, count_one, count_warp, count_many };

/// The accesses of the owner's threads. Thread numbers are below 1024, which is CUDA's limit.
struct BlockAccesses {
    std::uint64_t interval : 11; ///< of the last access
    std::uint64_t storer : 10;   ///< thread of the last plain store
    std::uint64_t stored : 1;    ///< whether there was one
    std::uint64_t
        loader : 10; ///< thread of the first load since the last barrier, or of the last before it
    std::uint64_t loaders : 2;       ///< Count in `interval`
    std::uint64_t loaded_before : 1; ///< loaded in an earlier interval
    std::uint64_t atomic_user : 10;  ///< the same three for atomics
    std::uint64_t atomic_users : 2;
    std::uint64_t atomic_before : 1;
    std::uint64_t code : 16; ///< of the access that access_of_code() names
};

/// The accesses of several blocks: all of them loads, or all of them atomics.
struct SharedAccesses {
    std::uint64_t block : block_bits; ///< one that is not the owner
    std::uint64_t atomics : 1;
    std::uint64_t thread : 10; ///< of the owner
    std::uint64_t code : 16;
    std::uint64_t unused : 11;
};

std::uint64_t long_code(std::uint64_t offset) {
    return offset == 0 ? 0 : reinterpret_cast<std::uintptr_t>(&kit_first_code) + offset;
}

bool loaded(const BlockAccesses& accesses) {
    return accesses.loaders != count_none || accesses.loaded_before != 0;
}

bool atomically_changed(const BlockAccesses& accesses) {
    return accesses.atomic_users != count_none || accesses.atomic_before != 0;
}

/// Which access the stored address belongs to. There is space for one address: the last store's or
/// atomic's, or the load's as long as nothing was written.
GlobalRace::Kind access_of_code(const Head& head, const BlockAccesses& accesses) {
    if (accesses.stored == 0 && !atomically_changed(accesses)) {
        return GlobalRace::load;
    }
    return head.code_is_of_atomic != 0 ? GlobalRace::atomic : GlobalRace::store;
}

/// The count after an access by `self`; `last` is the thread that was counted last.
unsigned count_with(unsigned count, std::uint32_t last, std::uint32_t self) {
    if (count == count_none || (count == count_one && last == self)) {
        return count_one;
    }
    return count != count_many && last / warp_lanes == self / warp_lanes ? count_warp : count_many;
}

/// After a barrier of the owner its earlier accesses can race with other blocks only: the counts,
/// which find races within the block, begin again.
void enter_interval(Head& head, BlockAccesses& accesses, std::uint32_t interval) {
    if (accesses.interval != interval) {
        accesses.interval = interval & last_interval;
        accesses.loaded_before = loaded(accesses) ? 1 : 0;
        accesses.atomic_before = atomically_changed(accesses) ? 1 : 0;
        accesses.loaders = accesses.atomic_users = count_none;
        head.store_in_interval = 0;
    }
}

/// Adds an access by the owner.
void add(Head& head, BlockAccesses& accesses, const Access& access, std::uint32_t thread) {
    if (!access.store) {
        accesses.loaders = count_with(accesses.loaders, accesses.loader, thread) & 3;
        // The first load stays: a later store's thread may have made the last one itself, as in x *= 2. Which thread of
        // a warp it is, or of all, is nothing to the rules.
        if (accesses.loaders != count_one) {
            return;
        }
        accesses.loader = thread & 0x3ff;
        // A write's address is worth more: it is what a later load of another thread races with.
        if (access_of_code(head, accesses) == GlobalRace::load) {
            accesses.code = short_code(access.code);
        }
        return;
    }
    accesses.code = short_code(access.code);
    head.code_is_of_atomic = access.atomic ? 1 : 0;
    if (access.atomic) {
        head.atomics_of_block = head.atomics_of_block != 0 || access.scope == Scope::block ? 1 : 0;
        accesses.atomic_users = count_with(accesses.atomic_users, accesses.atomic_user, thread) & 3;
        accesses.atomic_user = thread & 0x3ff;
    } else {
        // One store is enough: an earlier one is the same thread's, lies before a barrier, or has
        // raced with this one and was reported.
        accesses.storer = thread & 0x3ff;
        accesses.stored = 1;
        head.store_in_interval = 1;
    }
}

/// What an access of the owner races with; without `with_stores`, besides plain stores. Threads of a block are
/// ordered by its barriers: only accesses since the last one count.
GlobalRace::Kind race_within_block(const Head& head, const BlockAccesses& accesses,
                                   const Access& access, std::uint32_t self, bool with_stores) {
    if (accesses.interval == last_interval) {
        return GlobalRace::none; // barriers beyond the last number cannot be told from each other
    }
    // Whether a thread other than `self` is among those counted. Lanes of a warp that uses warp
    // operations (__syncwarp, shuffles) count as ordered by them: global memory has no clocks for
    // lanes. So one other thread, or some of one warp, may be ordered; of several warps some are not.
    const auto by_another = [&](unsigned count, std::uint32_t last) {
        return count == count_many ||
               (count != count_none && (count == count_warp || last != self) &&
                !thread_state.runner->order().may_order(last, self));
    };
    // A store races with every access, an atomic with all but atomics, a load with writes only. The
    // store comes first, since its line explains the most.
    if (with_stores &&
        by_another(head.store_in_interval != 0 ? count_one : count_none, accesses.storer)) {
        return GlobalRace::store;
    }
    if (!access.atomic && by_another(accesses.atomic_users, accesses.atomic_user)) {
        return GlobalRace::atomic;
    }
    return access.store && by_another(accesses.loaders, accesses.loader) ? GlobalRace::load
                                                                         : GlobalRace::none;
}

/// What an access of another block races with. Nothing orders blocks, so that the owner's barriers do
/// not matter and all its accesses count; otherwise the same rules in the same order. Atomics of block
/// scope are atomic for their own block only.
GlobalRace::Kind race_between_blocks(const Head& head, const BlockAccesses& accesses,
                                     const Access& access, bool with_stores) {
    const bool both_atomic =
        access.atomic && access.scope != Scope::block && head.atomics_of_block == 0;
    return with_stores && accesses.stored != 0            ? GlobalRace::store
           : atomically_changed(accesses) && !both_atomic ? GlobalRace::atomic
           : loaded(accesses) && access.store             ? GlobalRace::load
                                                          : GlobalRace::none;
}

/// The same where several blocks have made accesses of one kind: at least one of them is not the
/// block of the new access, whichever that is.
GlobalRace::Kind race_between_blocks(const SharedAccesses& accesses, const Access& access) {
    if (accesses.atomics != 0) {
        return access.atomic && access.scope != Scope::block ? GlobalRace::none
                                                             : GlobalRace::atomic;
    }
    return access.store ? GlobalRace::load : GlobalRace::none;
}

/// The race with the owner's last access of this kind.
GlobalRace race_with(GlobalRace::Kind earlier, const Head& head, const BlockAccesses& accesses) {
    if (earlier == GlobalRace::none) {
        return {};
    }
    const std::uint64_t thread = earlier == GlobalRace::store    ? accesses.storer
                                 : earlier == GlobalRace::atomic ? accesses.atomic_user
                                                                 : accesses.loader;
    return {earlier, head.owner, static_cast<std::uint32_t>(thread),
            earlier == access_of_code(head, accesses) ? long_code(accesses.code) : 0};
}

/// The owner's accesses once `block` has made one of the same kind.
SharedAccesses shared_with(std::uint32_t block, const Head& head, const BlockAccesses& accesses,
                           const Access& access) {
    SharedAccesses shared{};
    shared.block = block & block_mask;
    shared.atomics = access.atomic ? 1 : 0;
    shared.thread = access.atomic ? accesses.atomic_user : accesses.loader;
    const auto kind = access.atomic ? GlobalRace::atomic : GlobalRace::load;
    shared.code = access_of_code(head, accesses) == kind ? accesses.code : 0;
    return shared;
}

/// Keeps other OS threads from the word as long as it lives.
class LockedWord {
public:
    /// Waits for the lock, but does not take it if the word was split.
    explicit LockedWord(GlobalWord& word) : word_(word) {
        const std::atomic_ref<std::uint32_t> head(word.head);
        // Most are untouched. Looking before writing would make the system map their pages twice.
        while (!head.compare_exchange_weak(head_, head_ | lock_bit, std::memory_order_acquire,
                                           std::memory_order_acquire)) {
            head_ &= ~lock_bit;
            if (std::bit_cast<Head>(head_).split != 0) {
                is_split_ = true;
                return;
            }
        }
    }

    ~LockedWord() {
        if (!is_split_) {
            std::atomic_ref(word_.head).store(head_, std::memory_order_release);
        }
    }

    LockedWord(const LockedWord&) = delete;
    LockedWord& operator=(const LockedWord&) = delete;

    [[nodiscard]] bool is_split() const { return is_split_; }

    [[nodiscard]] bool is_untouched() const {
        return (head_ | word_.accesses[0] | word_.accesses[1]) == 0;
    }

    [[nodiscard]] Head head() const { return std::bit_cast<Head>(head_); }

    [[nodiscard]] BlockAccesses accesses() const {
        return std::bit_cast<BlockAccesses>(word_.accesses);
    }

    void set_head(Head head) { head_ = std::bit_cast<std::uint32_t>(head); }

    void set_accesses(BlockAccesses accesses) {
        word_.accesses = std::bit_cast<std::array<std::uint32_t, 2>>(accesses);
    }

private:
    GlobalWord& word_;
    std::uint32_t head_ = 0; ///< without the lock
    bool is_split_ = false;
};

/// Moves the first store to the word, which no other OS thread can use until it has moved.
void take_first_store(LockedWord& word, FirstStoreBits* bits) {
    if (bits == nullptr ||
        std::atomic_ref(*bits).load(std::memory_order_relaxed) == known_to_word) {
        return;
    }
    const auto first = std::bit_cast<FirstStore>(std::atomic_ref(*bits).exchange(known_to_word));
    if (first.is_known == 0) {
        return;
    }
    Head head{};
    head.owner = first.block & block_mask;
    head.store_in_interval = 1;
    BlockAccesses accesses{};
    accesses.interval = first.interval;
    accesses.storer = first.thread;
    accesses.stored = 1;
    accesses.code = first.code;
    word.set_head(head);
    word.set_accesses(accesses);
}

/// What the same GPU did in an earlier launch lies in order before all that it does now.
void forget_earlier_launches(LockedWord& word, std::uint64_t block) {
    const auto is_over = [block](std::uint64_t of) {
        return run_order.is_of_earlier_launch(of, block & block_mask);
    };
    const Head head = word.head();
    if (run_order.of_several_sweeps && !word.is_untouched() && is_over(head.owner) &&
        (head.by_several_blocks == 0 ||
         is_over(std::bit_cast<SharedAccesses>(word.accesses()).block))) {
        word.set_head({});
        word.set_accesses({});
    }
}

} // namespace

void split(GlobalWord& word, FirstStoreBits* first, std::span<GlobalWord> bytes) {
    LockedWord locked(word);
    if (!locked.is_split()) {
        take_first_store(locked, first);
        Head head = locked.head();
        for (GlobalWord& byte : bytes) {
            byte = {std::bit_cast<std::uint32_t>(head), word.accesses};
        }
        head.split = 1;
        locked.set_head(head);
    }
}

[[gnu::flatten]] std::optional<GlobalRace> record_access(GlobalWord& word, FirstStoreBits* first,
                                                         const Access& access,
                                                         const AccessingThread& by) {
    LockedWord locked(word);
    if (locked.is_split()) [[unlikely]] {
        return std::nullopt;
    }
    take_first_store(locked, first);
    forget_earlier_launches(locked, by.block);
    Head head = locked.head();
    BlockAccesses accesses = locked.accesses();
    const auto block = static_cast<std::uint32_t>(by.block & block_mask);
    const std::uint32_t interval = std::min(by.interval, last_interval);
    GlobalRace race;
    if (locked.is_untouched()) {
        // The first access has nothing to race with, and its block becomes the owner.
        head.owner = block & block_mask;
        accesses = {};
        accesses.interval = interval & last_interval;
        add(head, accesses, access, by.thread);
        locked.set_head(head);
        locked.set_accesses(accesses);
        return race;
    }
    if (head.by_several_blocks != 0) {
        // Several blocks loaded the word, or used atomics on it. An access of the same kind races
        // with none of them and adds nothing. Any other races with a block that is not its own: with
        // the owner or, if the owner makes it, with the other block that is kept.
        const SharedAccesses shared = std::bit_cast<SharedAccesses>(accesses);
        race.earlier = race_between_blocks(shared, access);
        if (race.earlier != GlobalRace::none) {
            race =
                head.owner != block
                    ? GlobalRace{race.earlier, head.owner,
                                 static_cast<std::uint32_t>(shared.thread), long_code(shared.code)}
                    : GlobalRace{race.earlier, shared.block, 0, long_code(shared.code)};
        }
    } else if (head.owner == block ||
               (accesses.stored == 0 && !loaded(accesses) && !atomically_changed(accesses))) {
        // The owner's own access; of a word without accesses any block becomes the owner. Moving to
        // the interval comes first: it takes what a barrier orders out of the counts.
        head.owner = block & block_mask;
        enter_interval(head, accesses, interval);
        const auto race_within = [&](bool with_stores) {
            return race_within_block(head, accesses, access, by.thread, with_stores);
        };
        race = race_with(race_within(true), head, accesses);
        race.with_others =
            race.earlier == GlobalRace::store && race_within(false) != GlobalRace::none;
        add(head, accesses, access, by.thread);
    } else {
        // The first access by another block. Without a race both only load, or both only use
        // atomics: from now on the word is shared, and threads and intervals no longer matter.
        race = race_with(race_between_blocks(head, accesses, access, true), head, accesses);
        race.with_others = race.earlier == GlobalRace::store &&
                           race_between_blocks(head, accesses, access, false) != GlobalRace::none;
        if (race.earlier == GlobalRace::none) {
            accesses = std::bit_cast<BlockAccesses>(shared_with(block, head, accesses, access));
            head.by_several_blocks = 1;
        }
    }
    const bool of_others = head.by_several_blocks != 0 || head.owner != block;
    if (of_others && race.earlier != GlobalRace::none && access.store && !access.atomic) {
        // A store that raced with another block takes the word over: it is what accesses from here
        // on race with. After any other race what is kept stays, as it says more.
        head = {};
        head.owner = block & block_mask;
        accesses = {};
        enter_interval(head, accesses, interval);
        add(head, accesses, access, by.thread);
    }
    locked.set_head(head);
    locked.set_accesses(accesses);
    return race;
}

} // namespace kit::runtime
