#include "checker/emulator/runtime/global_shadow.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
extern char __executable_start; // set by the linker
}

namespace kit::runtime {

namespace {

constexpr std::uint32_t word_bytes = 4;
constexpr std::uint32_t lock_bit = 1u << 31;
constexpr std::uint32_t split_bit = 1u << 30; ///< the word's bytes are followed instead
constexpr std::uint32_t block_bits = (1u << 29) - 1;
/// Barriers of a block from here on are not told apart, and races between them not looked for.
constexpr std::uint32_t last_interval = 2047;

/// How many threads did the same harmless thing between two barriers.
enum Count : unsigned { count_none, count_one, count_warp, count_many };

/// Locks a word by its owner, which is returned; false if the word was split.
bool lock(std::uint32_t& word_owner, std::uint32_t& owner) {
    const std::atomic_ref<std::uint32_t> value(word_owner);
    owner = value.load(std::memory_order_acquire) & ~lock_bit;
    while ((owner & split_bit) == 0) {
        if (value.compare_exchange_weak(owner, owner | lock_bit, std::memory_order_acquire,
                                        std::memory_order_acquire)) {
            return true;
        }
        owner &= ~lock_bit;
    }
    return false;
}

/// Whom an earlier access is blamed on.
enum Party : unsigned { party_none, party_writer, party_adder, party_reader };

/// Where in the program an access stands, in 16 bits: the submission comes first in it. 0: unknown.
std::uint32_t short_code(const void* code) {
    const auto offset = static_cast<const char*>(code) - &__executable_start;
    return offset > 0 && offset < 65536 ? static_cast<std::uint32_t>(offset) : 0;
}

} // namespace

/// All zero: nothing was seen yet. Threads are numbered from 1 here.
struct GlobalShadow::Word {
    std::uint32_t owner; ///< the block that all below speaks of; the top bits lock and split

    std::uint32_t writer : 11; ///< by a plain store, the last; 0: none
    std::uint32_t reader : 11; ///< the last; 0: none
    std::uint32_t readers : 2; ///< Count in `reader_interval`
    std::uint32_t adders : 2;  ///< those who used atomics: likewise
    std::uint32_t code_low : 6;

    std::uint32_t writer_interval : 11;
    std::uint32_t reader_interval : 11;
    std::uint32_t code_high : 10;

    /// Other blocks did what the owner did: they all read, or all used atomics.
    std::uint32_t foreign : 1;
    std::uint32_t code_of : 2;         ///< Party
    std::uint32_t adder_or_block : 29; ///< if foreign one of those blocks, else the last adder

    /// 0: there is room for one code, and it is another party's.
    [[nodiscard]] std::uint64_t code(Party party) const {
        const std::uint32_t offset = code_high << 6 | code_low;
        return offset == 0 || code_of != party
                   ? 0
                   : reinterpret_cast<std::uintptr_t>(&__executable_start) + offset;
    }

    void set_code(const void* code, Party party) {
        code_of = party & 3;
        const std::uint32_t offset = short_code(code);
        code_low = offset & 0x3f;
        code_high = offset >> 6 & 0x3ff;
    }

    [[nodiscard]] std::uint32_t adder() const { return foreign != 0 ? 0 : adder_or_block & 0x7ff; }

    [[nodiscard]] std::uint32_t adder_interval() const { return adder_or_block >> 11; }

    [[nodiscard]] bool untouched() const {
        return writer == 0 && readers == count_none && adders == count_none;
    }

    [[nodiscard]] std::uint32_t thread(Party party) const {
        return party == party_writer ? writer : party == party_adder ? adder() : reader;
    }

    /// Whom an access of another block than the owner races with.
    [[nodiscard]] Party not_going_with(Access access) const {
        return writer != 0                              ? party_writer
               : adders != count_none && !access.atomic ? party_adder
               : readers != count_none && access.store  ? party_reader
                                                        : party_none;
    }

    /// Whom an access of the owner races with.
    [[nodiscard]] Party unordered_of_block(Access access, std::uint32_t self,
                                           std::uint32_t interval) const;

    void add(Access access, std::uint32_t thread, std::uint32_t interval);

    /// All but the owner, which holds the lock.
    void forget() {
        writer = reader = writer_interval = reader_interval = 0;
        readers = adders = count_none;
        foreign = 0;
        adder_or_block = 0;
    }
};

namespace {

/// The count once `self` joins those that `last` was the last of.
unsigned joined(unsigned count, std::uint32_t last, std::uint32_t self) {
    if (count == count_none || (count == count_one && last == self)) {
        return count_one;
    }
    const bool one_warp = (last - 1) / warp_lanes == (self - 1) / warp_lanes;
    return count != count_many && one_warp ? count_warp : count_many;
}

} // namespace

/// Of the same block: unordered only between the same barriers; lanes of a warp that uses warp
/// operations are taken to be ordered by them.
Party GlobalShadow::Word::unordered_of_block(Access access, std::uint32_t self,
                                             std::uint32_t interval) const {
    const auto unordered = [&](unsigned count, std::uint32_t last, std::uint32_t since) {
        return count != count_none && since == interval && interval != last_interval &&
               (count == count_many ||
                ((count == count_warp || last != self) &&
                 !thread_state.runner->order().may_order(last - 1, self - 1)));
    };
    if (unordered(writer != 0 ? count_one : count_none, writer, writer_interval)) {
        return party_writer;
    }
    if (!access.atomic && unordered(adders, adder(), adder_interval())) {
        return party_adder;
    }
    return access.store && unordered(readers, reader, reader_interval) ? party_reader : party_none;
}

/// An access by the owner.
[[gnu::always_inline]] inline void
GlobalShadow::Word::add(Access access, std::uint32_t thread, std::uint32_t interval) {
    if (!access.store) {
        const unsigned before = interval == reader_interval ? readers : count_none;
        readers = joined(before, reader, thread) & 3;
        reader = thread & 0x7ff;
        reader_interval = interval & 0x7ff;
        if (writer == 0 && adders == count_none) {
            set_code(access.code, party_reader);
        }
    } else if (access.atomic) {
        const unsigned before = interval == adder_interval() ? adders : count_none;
        adders = joined(before, adder(), thread) & 3;
        adder_or_block = (thread | interval << 11) & block_bits;
        set_code(access.code, party_adder);
    } else {
        writer = thread & 0x7ff;
        writer_interval = interval & 0x7ff;
        set_code(access.code, party_writer);
    }
}

GlobalShadow::GlobalShadow(const std::vector<Region>& regions) : followed_(regions.size()) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
        Followed& followed = followed_[i];
        followed.region = regions[i];
        followed.word_count = regions[i].bytes / word_bytes + 2;
        followed.words = map_words(followed.word_count);
        if (followed.words == nullptr) {
            std::fputs("the emulator found no memory for its shadow\n", stderr);
            std::_Exit(3);
        }
    }
}

GlobalShadow::~GlobalShadow() {
    for (Followed& followed : followed_) {
        munmap(followed.words, followed.word_count * sizeof(Word));
        if (Word* const bytes = followed.bytes_of) {
            munmap(bytes, followed.word_count * word_bytes * sizeof(Word));
        }
    }
}

/// Null if there is no memory.
GlobalShadow::Word* GlobalShadow::map_words(std::uint64_t count) {
    void* memory = mmap(nullptr, count * sizeof(Word), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<Word*>(memory);
}

GlobalShadow::Followed* GlobalShadow::find(const Region& region) {
    for (Followed& followed : followed_) {
        if (followed.region.begin == region.begin) {
            return &followed;
        }
    }
    return nullptr;
}

void GlobalShadow::follow(Access access, const Region& region) {
    Followed* followed = find(region);
    if (followed == nullptr) {
        return;
    }
    // Words are counted from the aligned address: an array of bytes may begin anywhere.
    const std::uint64_t base = region.begin / word_bytes;
    const std::uint64_t end = access.address + access.bytes;
    for (std::uint64_t word = access.address / word_bytes; word * word_bytes < end; ++word) {
        const std::uint64_t number = word - base;
        const bool whole = access.address <= word * word_bytes && (word + 1) * word_bytes <= end;
        if (!whole) [[unlikely]] {
            split(*followed, number);
        }
        if (follow_word(followed->words[number], access, region)) {
            continue;
        }
        Word* const bytes = followed->bytes_of.load(std::memory_order_acquire);
        for (std::uint64_t i = 0; i < word_bytes; ++i) {
            const std::uint64_t byte = word * word_bytes + i;
            if (byte >= access.address && byte < end) {
                follow_word(bytes[number * word_bytes + i], access, region);
            }
        }
    }
}

/// From here on the word's bytes are followed; each has seen what the word has. Arrays of which
/// threads share words are rare and small; of one too large for this, words are followed.
void GlobalShadow::split(Followed& followed, std::uint64_t number) {
    Word* bytes = followed.bytes_of.load(std::memory_order_acquire);
    if (bytes == nullptr) {
        const std::uint64_t count = followed.word_count * word_bytes;
        Word* const made = map_words(count);
        if (followed.bytes_of.compare_exchange_strong(bytes, made)) {
            bytes = made;
        } else if (made != nullptr) {
            munmap(made, count * sizeof(Word)); // another worker was faster
        }
    }
    std::uint32_t owner = 0;
    Word& word = followed.words[number];
    if (bytes == nullptr || !lock(word.owner, owner)) {
        return;
    }
    for (std::uint64_t i = 0; i < word_bytes; ++i) {
        bytes[number * word_bytes + i] = word;
        bytes[number * word_bytes + i].owner = owner;
    }
    std::atomic_ref(word.owner).store(owner | split_bit, std::memory_order_release);
}

/// False if the word was split, and nothing done.
bool GlobalShadow::follow_word(Word& word, Access access, const Region& region) {
    const ThreadState& state = thread_state;
    const std::uint32_t block = static_cast<std::uint32_t>(state.block) & block_bits;
    const std::uint32_t self = state.thread + 1;
    const std::uint32_t interval =
        std::min(std::get<GlobalShadowWatcher>(*state.watchers).interval(), last_interval);
    std::uint32_t owner = 0;
    if (!lock(word.owner, owner)) [[unlikely]] {
        return false;
    }

    if (word.untouched()) { // most of a sweep's: each point is stored once
        word.add(access, self, interval);
        std::atomic_ref(word.owner).store(block, std::memory_order_release);
        return true;
    }
    const bool own = owner == block;
    const Party party = own && word.foreign == 0 ? word.unordered_of_block(access, self, interval)
                                                 : word.not_going_with(access);
    // Of the threads of several blocks only the owner's is known.
    const bool of_owner = owner != block || word.foreign == 0;
    const std::uint32_t other = of_owner ? word.thread(party) : 0;
    const std::uint32_t other_block = of_owner ? owner : word.adder_or_block;
    const std::uint64_t other_code = word.code(party);
    if (own && word.foreign == 0) {
        word.add(access, self, interval);
    } else if (party == party_none && word.foreign == 0) {
        word.foreign = 1;
        word.adder_or_block = block & block_bits;
    } else if (party != party_none && access.store && !access.atomic) {
        word.forget();
        owner = block;
        word.add(access, self, interval);
    }
    std::atomic_ref(word.owner).store(owner, std::memory_order_release);

    if (party != party_none) {
        EventDetails details;
        details.region = &region;
        details.code = access.code;
        details.other_code = other_code;
        details.other_block = position_in(kit_grid_extents, other_block);
        details.other_thread = state.runner->place(other == 0 ? 0 : other - 1);
        details.values[0] = static_cast<std::int64_t>(access.address - region.begin);
        details.values[1] = access.bytes;
        details.values[2] = (access.store ? 1 : 0) | (party != party_reader ? 2 : 0);
        record_event(wire::event_race, details);
    }
    return true;
}

void GlobalShadowWatcher::follow(Access access) {
    const Region& region = *access.region;
    if (region.use == Region::Use::input && access.store) {
        note_written_input();
    }
    if (region.use == Region::Use::output && (!access.store || access.atomic) &&
        holds_poison(access)) {
        EventDetails details;
        details.region = &region;
        details.code = access.code;
        details.values[0] = static_cast<std::int64_t>(access.address - region.begin);
        details.values[1] = access.bytes;
        record_event(wire::event_uninitialized, details);
    }
    if (thread_state.global_shadow != nullptr) {
        thread_state.global_shadow->follow(access, region);
    }
}

} // namespace kit::runtime
