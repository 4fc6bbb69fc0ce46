#include "checker/emulator/runtime/global_shadow.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

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
/// Barriers of a block from here on are not told apart, and races between them not looked for.
constexpr std::uint32_t last_interval = 2047;

enum Readers : unsigned { readers_none, readers_one, readers_many };

/// Where in the program an access stands, in 16 bits: the submission comes first in it. 0: unknown.
std::uint32_t short_code(const void* code) {
    const auto offset = static_cast<const char*>(code) - &__executable_start;
    return offset > 0 && offset < 65536 ? static_cast<std::uint32_t>(offset) : 0;
}

} // namespace

/// All zero: nothing was seen yet. Threads are numbered from 1 here.
struct GlobalShadow::Word {
    std::uint32_t owner; ///< the block that all below speaks of; the top bit locks

    std::uint32_t writer : 11;   ///< 0: none
    std::uint32_t reader : 11;   ///< 0: none
    std::uint32_t readers : 2;   ///< in `reader_interval`
    std::uint32_t foreign : 1;   ///< another block than the owner has read it
    std::uint32_t by_atomic : 1; ///< what the writer did
    std::uint32_t code_low : 6;

    std::uint32_t writer_interval : 11;
    std::uint32_t reader_interval : 11;
    std::uint32_t code_high : 10;

    /// Of the writer, else of the last reader.
    [[nodiscard]] std::uint64_t code() const {
        const std::uint32_t offset = code_high << 6 | code_low;
        return offset == 0 ? 0 : reinterpret_cast<std::uintptr_t>(&__executable_start) + offset;
    }

    void set_code(const void* code) {
        const std::uint32_t offset = short_code(code);
        code_low = offset & 0x3f;
        code_high = offset >> 6 & 0x3ff;
    }

    void set_writer(std::uint32_t thread, std::uint32_t interval, const Access& access) {
        writer = thread & 0x7ff;
        writer_interval = interval & 0x7ff;
        by_atomic = access.atomic ? 1 : 0;
        set_code(access.code);
    }

    void set_reader(std::uint32_t thread, std::uint32_t interval) {
        reader = thread & 0x7ff;
        reader_interval = interval & 0x7ff;
        readers = readers_one;
    }
};

GlobalShadow::GlobalShadow(const std::vector<Region>& regions) {
    for (const Region& region : regions) {
        Followed followed;
        followed.region = region;
        followed.bytes = (region.bytes / word_bytes + 2) * sizeof(Word);
        void* memory = mmap(nullptr, followed.bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            std::fputs("the emulator found no memory for its shadow\n", stderr);
            std::_Exit(3);
        }
        followed.words = static_cast<Word*>(memory);
        followed_.push_back(followed);
    }
}

GlobalShadow::~GlobalShadow() {
    for (const Followed& followed : followed_) {
        munmap(followed.words, followed.bytes);
    }
}

const GlobalShadow::Followed* GlobalShadow::find(const Region& region) const {
    for (const Followed& followed : followed_) {
        if (followed.region.begin == region.begin) {
            return &followed;
        }
    }
    return nullptr;
}

void GlobalShadow::follow(const Access& access, const Region& region) {
    const Followed* followed = find(region);
    if (followed == nullptr) {
        return;
    }
    // Words are counted from the aligned address: an array of bytes may begin anywhere.
    const std::uint64_t base = region.begin / word_bytes;
    const std::uint64_t last = (access.address + access.bytes - 1) / word_bytes - base;
    for (std::uint64_t word = access.address / word_bytes - base; word <= last; ++word) {
        follow_word(followed->words[word], access, region);
    }
}

void GlobalShadow::follow_word(Word& word, const Access& access, const Region& region) {
    const ThreadState& state = thread_state;
    const std::uint32_t block = static_cast<std::uint32_t>(state.block) & ~lock_bit;
    const std::uint32_t self = state.thread + 1;
    const std::uint32_t interval =
        std::min(std::get<GlobalShadowWatcher>(*state.watchers).interval(), last_interval);
    const std::atomic_ref<std::uint32_t> lock(word.owner);
    std::uint32_t owner = lock.load(std::memory_order_relaxed) & ~lock_bit;
    while (!lock.compare_exchange_weak(owner, owner | lock_bit, std::memory_order_acquire,
                                       std::memory_order_relaxed)) {
        owner &= ~lock_bit;
    }

    // Of the same block: unordered only between the same barriers; lanes of a warp that uses warp
    // operations are taken to be ordered by them.
    const auto unordered = [&](std::uint32_t other, std::uint32_t since) {
        if (owner != block) {
            return true;
        }
        return other != self && since == interval && interval != last_interval &&
               !state.runner->order().may_order(other - 1, self - 1);
    };
    bool race = false;
    bool earlier_wrote = false;
    std::uint32_t other = 0;
    if (word.writer != 0 && !(access.atomic && word.by_atomic != 0) &&
        unordered(word.writer, word.writer_interval)) {
        race = true;
        earlier_wrote = true;
        other = word.writer;
    } else if (access.store && word.readers != readers_none) {
        const bool many = word.readers == readers_many && owner == block &&
                          word.reader_interval == interval && interval != last_interval;
        race = word.foreign != 0 || many || unordered(word.reader, word.reader_interval);
        other = word.reader;
    }
    const std::uint64_t other_code = word.code();
    const std::uint32_t other_block = owner;

    if (access.store) {
        if (owner != block) {
            word.readers = readers_none;
            owner = block;
        }
        word.set_writer(self, interval, access);
    } else if (word.writer == 0 && word.readers == readers_none) {
        owner = block;
        word.set_reader(self, interval);
        word.set_code(access.code);
    } else if (owner != block) {
        word.foreign = 1;
    } else if (word.readers == readers_none || word.reader_interval != interval) {
        word.set_reader(self, interval);
    } else if (word.reader != self) {
        word.readers = readers_many;
    }
    lock.store(owner, std::memory_order_release);

    if (race) {
        EventDetails details;
        details.region = &region;
        details.code = access.code;
        details.other_code = other_code;
        details.other_block = position_in(kit_grid_extents, other_block);
        details.other_thread = state.runner->place(other == 0 ? 0 : other - 1);
        details.values[0] = static_cast<std::int64_t>(access.address - region.begin);
        details.values[1] = access.bytes;
        details.values[2] = (access.store ? 1 : 0) | (earlier_wrote ? 2 : 0);
        record_event(wire::event_race, details);
    }
}

void GlobalShadowWatcher::follow(const Access& access) {
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
