#include "checker/emulator/runtime/global_shadow.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace kit::runtime {

namespace {

constexpr std::uint32_t word_bytes = 4;

} // namespace

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
        munmap(followed.words, followed.word_count * sizeof(GlobalWord));
        if (GlobalWord* const bytes = followed.bytes_of) {
            munmap(bytes, followed.word_count * word_bytes * sizeof(GlobalWord));
        }
    }
}

/// Null if there is no memory.
GlobalWord* GlobalShadow::map_words(std::uint64_t count) {
    void* memory = mmap(nullptr, count * sizeof(GlobalWord), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<GlobalWord*>(memory);
}

GlobalShadow::Followed* GlobalShadow::find(const Region& region) {
    for (Followed& followed : followed_) {
        if (followed.region.begin == region.begin) {
            return &followed;
        }
    }
    return nullptr;
}

void GlobalShadow::follow(const Access& access, const Region& region) {
    Followed* followed = find(region);
    if (followed == nullptr) {
        return;
    }
    // Words are counted from the aligned address below: an array of bytes may begin anywhere.
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
        // Split, now or before: threads that use different bytes of a word do not race.
        GlobalWord* const bytes = followed->bytes_of.load(std::memory_order_acquire);
        for (std::uint64_t i = 0; i < word_bytes; ++i) {
            const std::uint64_t byte = word * word_bytes + i;
            if (byte >= access.address && byte < end) {
                follow_word(bytes[number * word_bytes + i], access, region);
            }
        }
    }
}

/// From here on the word's bytes are followed, beginning with what is known of the word. Arrays of
/// which threads share words are rare and small. If memory does not suffice, the word is followed.
void GlobalShadow::split(Followed& followed, std::uint64_t number) {
    GlobalWord* bytes = followed.bytes_of.load(std::memory_order_acquire);
    if (bytes == nullptr) {
        const std::uint64_t count = followed.word_count * word_bytes;
        GlobalWord* const made = map_words(count);
        if (followed.bytes_of.compare_exchange_strong(bytes, made)) {
            bytes = made;
        } else if (made != nullptr) {
            munmap(made, count * sizeof(GlobalWord)); // another worker was faster
        }
    }
    if (bytes != nullptr) {
        kit::runtime::split(followed.words[number], {bytes + number * word_bytes, word_bytes});
    }
}

/// False, and nothing recorded, if the word was split.
bool GlobalShadow::follow_word(GlobalWord& word, const Access& access, const Region& region) {
    const ThreadState& state = thread_state;
    const auto& watcher = std::get<GlobalShadowWatcher>(*state.watchers);
    const auto race = record_access(word, access, {state.block, state.thread, watcher.interval()});
    if (!race) [[unlikely]] {
        return false;
    }
    if (race->with != GlobalRace::none) [[unlikely]] {
        record_event(
            runtime::event_race,
            {.region = &region,
             .code = access.code,
             .other_code = race->code,
             .other_block = position_in(kit_grid_extents.index, race->block),
             .other_thread = state.runner->place(race->thread),
             .values = {static_cast<std::int64_t>(access.address - region.begin), access.bytes,
                        (access.store ? 1 : 0) | (race->with != GlobalRace::load ? 2 : 0)}});
    }
    return true;
}

void GlobalShadowWatcher::follow(const Access& access) {
    const Region& region = *access.region;
    // The loads of an input are followed only in a second run, made if this flag says that the input
    // was written.
    if (region.use == Region::Use::input && access.store) {
        note_written_input();
    }
    // CUDA does not initialize what cudaMalloc() returns. Outputs are poisoned before the launch, so
    // a load that finds the poison reads what no thread wrote. An atomic loads, too.
    if (region.use == Region::Use::output && (!access.store || access.atomic) &&
        holds_poison(access)) {
        record_event(
            runtime::event_uninitialized,
            {.region = &region,
             .code = access.code,
             .values = {static_cast<std::int64_t>(access.address - region.begin), access.bytes}});
    }
    if (thread_state.global_shadow != nullptr) {
        thread_state.global_shadow->follow(access, region);
    }
}

} // namespace kit::runtime
