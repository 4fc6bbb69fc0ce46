#include "checker/emulator/runtime/global_word.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

extern "C" {
extern char __executable_start; // set by the linker
}

namespace kit::runtime {

namespace {

/// Larger numbers of blocks are told apart by so many bits.
constexpr std::uint32_t block_bits = 26;
constexpr std::uint32_t block_mask = (1u << block_bits) - 1;
/// Barriers of a block from here on are not told apart, and races between them not looked for.
constexpr std::uint32_t last_interval = 2047;
constexpr std::uint32_t lock_bit = 1u << 31;

/// What locks the word, and is written last.
struct Head {
    std::uint32_t owner : block_bits; ///< the block that the rest speaks of
    std::uint32_t shared : 1;         ///< other blocks did what the owner did; see Crowd
    std::uint32_t writer_is_new : 1;  ///< wrote since the last barrier
    std::uint32_t code_of_adder : 1;  ///< see code_of()
    std::uint32_t unused : 1;
    std::uint32_t split : 1;
    std::uint32_t locked : 1;
};

/// How many threads did the same harmless thing between two barriers.
enum Count : unsigned { count_none, count_one, count_warp, count_many };

/// What the owner's threads did.
struct Deeds {
    std::uint64_t interval : 11; ///< the last in which anything was done
    std::uint64_t writer : 10;   ///< by a plain store, the last
    std::uint64_t written : 1;   ///< whether there was one
    std::uint64_t reader : 10;   ///< the last
    std::uint64_t readers : 2;   ///< Count in `interval`
    std::uint64_t read_before : 1;
    std::uint64_t adder : 10; ///< those who used atomics: likewise
    std::uint64_t adders : 2;
    std::uint64_t added_before : 1;
    std::uint64_t code : 16; ///< of the last store, or if there was none of the last load
};

/// What threads of several blocks did: they all read, or all used atomics.
struct Crowd {
    std::uint64_t block : block_bits; ///< one that is not the owner
    std::uint64_t adders : 1;         ///< they used atomics
    std::uint64_t thread : 10;        ///< of the owner
    std::uint64_t code : 16;
    std::uint64_t unused : 11;
};

/// Where in the program an access stands, in 16 bits: the submission comes first in it. 0: unknown.
std::uint16_t short_code(const void* code) {
    const auto offset = static_cast<const char*>(code) - &__executable_start;
    return offset > 0 && offset < 65536 ? static_cast<std::uint16_t>(offset) : 0;
}

std::uint64_t long_code(std::uint64_t offset) {
    return offset == 0 ? 0 : reinterpret_cast<std::uintptr_t>(&__executable_start) + offset;
}

bool read(const Deeds& deeds) {
    return deeds.readers != count_none || deeds.read_before != 0;
}

bool added(const Deeds& deeds) {
    return deeds.adders != count_none || deeds.added_before != 0;
}

/// Whose the code is that there is room for.
GlobalRace::With party_of_code(const Head& head, const Deeds& deeds) {
    if (deeds.written == 0 && !added(deeds)) {
        return GlobalRace::reader;
    }
    return head.code_of_adder != 0 ? GlobalRace::adder : GlobalRace::writer;
}

/// The count once `self` joins those that `last` was the last of.
unsigned joined(unsigned count, std::uint32_t last, std::uint32_t self) {
    if (count == count_none || (count == count_one && last == self)) {
        return count_one;
    }
    return count != count_many && last / warp_lanes == self / warp_lanes ? count_warp : count_many;
}

/// What lies before the barrier is told from what lies behind it.
void advance(Head& head, Deeds& deeds, std::uint32_t interval) {
    if (deeds.interval != interval) {
        deeds.interval = interval & last_interval;
        deeds.read_before = read(deeds) ? 1 : 0;
        deeds.added_before = added(deeds) ? 1 : 0;
        deeds.readers = deeds.adders = count_none;
        head.writer_is_new = 0;
    }
}

/// Notes an access by the owner.
void note(Head& head, Deeds& deeds, const Access& access, std::uint32_t thread) {
    if (!access.store) {
        deeds.readers = joined(deeds.readers, deeds.reader, thread) & 3;
        deeds.reader = thread & 0x3ff;
        if (party_of_code(head, deeds) == GlobalRace::reader) {
            deeds.code = short_code(access.code);
        }
        return;
    }
    deeds.code = short_code(access.code);
    head.code_of_adder = access.atomic ? 1 : 0;
    if (access.atomic) {
        deeds.adders = joined(deeds.adders, deeds.adder, thread) & 3;
        deeds.adder = thread & 0x3ff;
    } else {
        deeds.writer = thread & 0x3ff;
        deeds.written = 1;
        head.writer_is_new = 1;
    }
}

/// Whom an access of the owner races with: between the same barriers nothing orders threads, but
/// lanes of a warp that uses warp operations are taken to be ordered by them.
GlobalRace::With unordered(const Head& head, const Deeds& deeds, const Access& access,
                           std::uint32_t self) {
    if (deeds.interval == last_interval) {
        return GlobalRace::none;
    }
    const auto others = [&](unsigned count, std::uint32_t last) {
        return count == count_many ||
               (count != count_none && (count == count_warp || last != self) &&
                !thread_state.runner->order().may_order(last, self));
    };
    if (others(head.writer_is_new != 0 ? count_one : count_none, deeds.writer)) {
        return GlobalRace::writer;
    }
    if (!access.atomic && others(deeds.adders, deeds.adder)) {
        return GlobalRace::adder;
    }
    return access.store && others(deeds.readers, deeds.reader) ? GlobalRace::reader
                                                               : GlobalRace::none;
}

/// Whom an access of another block races with.
GlobalRace::With incompatible(const Deeds& deeds, const Access& access) {
    return deeds.written != 0               ? GlobalRace::writer
           : added(deeds) && !access.atomic ? GlobalRace::adder
           : read(deeds) && access.store    ? GlobalRace::reader
                                            : GlobalRace::none;
}

GlobalRace::With incompatible(const Crowd& crowd, const Access& access) {
    if (crowd.adders != 0) {
        return access.atomic ? GlobalRace::none : GlobalRace::adder;
    }
    return access.store ? GlobalRace::reader : GlobalRace::none;
}

/// Who of the owner's threads it was.
GlobalRace race_with(GlobalRace::With with, const Head& head, const Deeds& deeds) {
    if (with == GlobalRace::none) {
        return {};
    }
    const std::uint64_t thread = with == GlobalRace::writer  ? deeds.writer
                                 : with == GlobalRace::adder ? deeds.adder
                                                             : deeds.reader;
    return {with, head.owner, static_cast<std::uint32_t>(thread),
            with == party_of_code(head, deeds) ? long_code(deeds.code) : 0};
}

/// The owner's deeds, once another block did the same.
Crowd crowd_of(const Head& head, const Deeds& deeds, const Access& access, std::uint32_t block) {
    Crowd crowd{};
    crowd.block = block & block_mask;
    crowd.adders = access.atomic ? 1 : 0;
    crowd.thread = access.atomic ? deeds.adder : deeds.reader;
    const auto with = access.atomic ? GlobalRace::adder : GlobalRace::reader;
    crowd.code = party_of_code(head, deeds) == with ? deeds.code : 0;
    return crowd;
}

/// A word that no other OS thread looks at meanwhile.
class HeldWord {
public:
    /// Waits for the word, unless it was split.
    explicit HeldWord(GlobalWord& word) : word_(word) {
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

    ~HeldWord() {
        if (!is_split_) {
            std::atomic_ref(word_.head).store(head_, std::memory_order_release);
        }
    }

    HeldWord(const HeldWord&) = delete;
    HeldWord& operator=(const HeldWord&) = delete;

    [[nodiscard]] bool is_split() const { return is_split_; }

    [[nodiscard]] bool is_untouched() const {
        return head_ == 0 && word_.deeds == std::array<std::uint32_t, 2>{};
    }

    [[nodiscard]] Head head() const { return std::bit_cast<Head>(head_); }

    [[nodiscard]] Deeds deeds() const { return std::bit_cast<Deeds>(word_.deeds); }

    void set_head(Head head) { head_ = std::bit_cast<std::uint32_t>(head); }

    void set_deeds(Deeds deeds) {
        word_.deeds = std::bit_cast<std::array<std::uint32_t, 2>>(deeds);
    }

private:
    GlobalWord& word_;
    std::uint32_t head_ = 0; ///< without the lock
    bool is_split_ = false;
};

} // namespace

void split(GlobalWord& word, std::span<GlobalWord> bytes) {
    HeldWord held(word);
    if (!held.is_split()) {
        Head head = held.head();
        for (GlobalWord& byte : bytes) {
            byte = {std::bit_cast<std::uint32_t>(head), word.deeds};
        }
        head.split = 1;
        held.set_head(head);
    }
}

[[gnu::flatten]] std::optional<GlobalRace> visit(GlobalWord& word, const Access& access,
                                                 const Visitor& visitor) {
    HeldWord held(word);
    if (held.is_split()) [[unlikely]] {
        return std::nullopt;
    }
    Head head = held.head();
    Deeds deeds = held.deeds();
    const auto block = static_cast<std::uint32_t>(visitor.block & block_mask);
    const std::uint32_t interval = std::min(visitor.interval, last_interval);
    GlobalRace race;
    if (held.is_untouched()) { // most of a sweep's: each point is stored once
        head.owner = block & block_mask;
        deeds = {};
        deeds.interval = interval & last_interval;
        note(head, deeds, access, visitor.thread);
        held.set_head(head);
        held.set_deeds(deeds);
        return race;
    }
    if (head.shared != 0) {
        const Crowd crowd = std::bit_cast<Crowd>(deeds);
        race.with = incompatible(crowd, access);
        if (race.with != GlobalRace::none) {
            race = head.owner != block
                       ? GlobalRace{race.with, head.owner, static_cast<std::uint32_t>(crowd.thread),
                                    long_code(crowd.code)}
                       : GlobalRace{race.with, crowd.block, 0, long_code(crowd.code)};
        }
    } else if (head.owner == block || (deeds.written == 0 && !read(deeds) && !added(deeds))) {
        head.owner = block & block_mask;
        advance(head, deeds, interval);
        race = race_with(unordered(head, deeds, access, visitor.thread), head, deeds);
        note(head, deeds, access, visitor.thread);
    } else {
        race = race_with(incompatible(deeds, access), head, deeds);
        if (race.with == GlobalRace::none) {
            deeds = std::bit_cast<Deeds>(crowd_of(head, deeds, access, block));
            head.shared = 1;
        }
    }
    const bool of_others = head.shared != 0 || head.owner != block;
    if (of_others && race.with != GlobalRace::none && access.store && !access.atomic) {
        // What others do from here on races with this store.
        head = {};
        head.owner = block & block_mask;
        deeds = {};
        advance(head, deeds, interval);
        note(head, deeds, access, visitor.thread);
    }
    held.set_head(head);
    held.set_deeds(deeds);
    return race;
}

} // namespace kit::runtime
