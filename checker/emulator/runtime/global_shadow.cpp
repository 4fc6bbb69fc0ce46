#include "checker/emulator/runtime/global_shadow.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/workers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <type_traits>

namespace kit::runtime {

namespace {

constexpr std::uint32_t word_bytes = 4;

/// A thread that looks at a word so often in a row waits for another to change it.
constexpr std::uint32_t polls_of_waiting = 64;

/// A worker waits so often in a launch, and so long: milliseconds that only kernels with locks pay.
constexpr std::uint32_t locks_held_long = 3;
constexpr std::chrono::milliseconds long_hold(1);

/// Whether all of a table is soon in use.
enum class Use { dense, sparse };

/// Null if memory has run out.
template <class Word>
Word* map_words(std::uint64_t count, Use use) {
    void* memory = mmap(nullptr, count * sizeof(Word), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return nullptr;
    }
    // A sweep touches all of it: in pages of 4 KiB, mapping them took a tenth of a run.
    if (use == Use::dense) {
        madvise(memory, count * sizeof(Word), MADV_HUGEPAGE);
    }
    return static_cast<Word*>(memory);
}

template <class Word>
void map_table(Word*& words, std::uint64_t count, Use use) {
    words = map_words<Word>(count, use);
    if (words == nullptr) {
        std::fputs("the emulator found no memory for its shadow\n", stderr);
        std::_Exit(3);
    }
}

template <class Word>
void unmap_words(Word* words, std::uint64_t count) {
    if (words != nullptr) {
        munmap(words, count * sizeof(Word));
    }
}

template <class Table>
void unmap_table(Table& table, std::uint64_t count) {
    unmap_words(table.words, count);
    unmap_words(table.first_stores, count);
    unmap_words(table.bytes_of.load(), count * word_bytes);
}

} // namespace

GlobalShadow::GlobalShadow(const std::vector<Region>& regions, bool uses_fences)
    : uses_fences_(uses_fences), followed_(regions.size()) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
        Followed& followed = followed_[i];
        followed.region = regions[i];
        followed.word_count = regions[i].bytes / word_bytes + 2;
        if (uses_fences_) {
            map_table(followed.fenced.words, followed.word_count, Use::dense);
        }
        if (!uses_fences_ || followed.region.plane_bytes != 0) {
            map_table(followed.words.words, followed.word_count, Use::sparse);
            map_table(followed.words.first_stores, followed.word_count, Use::dense);
        }
    }
}

GlobalShadow::~GlobalShadow() {
    for (Followed& followed : followed_) {
        unmap_table(followed.words, followed.word_count);
        unmap_table(followed.fenced, followed.word_count);
    }
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
    if (uses_fences_ && (region.plane_bytes == 0 ||
                         region.is_near_end(access.address, access.bytes, planes_of_exchange)))
        [[unlikely]] {
        const std::lock_guard lock(fenced_mutex_);
        follow(*followed, followed->fenced, access, region);
    } else {
        follow(*followed, followed->words, access, region);
    }
}

FirstStoreBits* GlobalShadow::first_stores(const Region& region) {
    const Followed* const followed = find(region);
    return followed == nullptr || run_order.of_several_sweeps ? nullptr
                                                              : followed->words.first_stores;
}

void GlobalShadow::acquire(std::uintptr_t address, Scope scope, BlockClock& clock) {
    const std::lock_guard lock(fenced_mutex_);
    fenced_.acquire(address, scope, clock, thread_state.thread);
}

std::vector<Acquired> GlobalShadow::acquired_before(std::uint64_t block) {
    const std::lock_guard lock(fenced_mutex_);
    auto& of_gpu = acquired_.at(run_order.gpu_of(block));
    const std::size_t sweep = run_order.sweep_of(block);
    while (of_gpu.size() < sweep + 2) {
        of_gpu.push_back(of_gpu.empty() ? std::vector<Acquired>() : of_gpu.back());
    }
    return of_gpu[sweep];
}

void GlobalShadow::end_block(const BlockClock& clock) {
    if (!clock.has_acquired()) {
        return;
    }
    const std::lock_guard lock(fenced_mutex_);
    const std::uint64_t block = clock.block();
    for (Acquired acquired : clock.all_acquired()) {
        acquired.self = Acquired::no_block; // the next launch comes after all that this one did
        add(acquired_.at(run_order.gpu_of(block))[run_order.sweep_of(block) + 1], acquired);
    }
}

template <class Word>
void GlobalShadow::follow(const Followed& followed, Table<Word>& table, const Access& access,
                          const Region& region) {
    // Words are counted from the aligned address below: an array of bytes may begin anywhere.
    const std::uint64_t base = region.begin / word_bytes;
    const std::uint64_t end = access.address + access.bytes;
    for (std::uint64_t word = access.address / word_bytes; word * word_bytes < end; ++word) {
        const std::uint64_t number = word - base;
        const bool whole = access.address <= word * word_bytes && (word + 1) * word_bytes <= end;
        if (!whole) [[unlikely]] {
            split(followed, table, number);
        }
        FirstStoreBits* const first =
            table.first_stores == nullptr ? nullptr : table.first_stores + number;
        if (follow_word(table.words[number], first, access, region,
                        {word * word_bytes, word_bytes})) {
            continue;
        }
        // Split, now or before: threads that use different bytes of a word do not race.
        Word* const bytes = table.bytes_of.load(std::memory_order_acquire);
        for (std::uint64_t i = 0; i < word_bytes; ++i) {
            const std::uint64_t byte = word * word_bytes + i;
            if (byte >= access.address && byte < end) {
                follow_word(bytes[number * word_bytes + i], nullptr, access, region, {byte, 1});
            }
        }
    }
}

/// From here on the word's bytes are followed, beginning with what is known of the word. Arrays of
/// which threads share words are rare and small. If memory does not suffice, the word is followed.
template <class Word>
void GlobalShadow::split(const Followed& followed, Table<Word>& table, std::uint64_t number) {
    Word* bytes = table.bytes_of.load(std::memory_order_acquire);
    if (bytes == nullptr) {
        const std::uint64_t count = followed.word_count * word_bytes;
        Word* const made = map_words<Word>(count, Use::dense);
        if (table.bytes_of.compare_exchange_strong(bytes, made)) {
            bytes = made;
        } else {
            unmap_words(made, count); // another worker was faster
        }
    }
    if (bytes != nullptr) {
        FirstStoreBits* const first =
            table.first_stores == nullptr ? nullptr : table.first_stores + number;
        split_word(table.words[number], first, {bytes + number * word_bytes, word_bytes});
    }
}

void GlobalShadow::split_word(GlobalWord& word, FirstStoreBits* first,
                              std::span<GlobalWord> bytes) {
    kit::runtime::split(word, first, bytes);
}

void GlobalShadow::split_word(FencedWord& word, FirstStoreBits*, std::span<FencedWord> bytes) {
    fenced_.split(word, bytes);
}

std::optional<GlobalRace> GlobalShadow::record(GlobalWord& word, FirstStoreBits* first,
                                               const Access& access) {
    const ThreadState& state = thread_state;
    const auto& watcher = std::get<GlobalShadowWatcher>(*state.watchers);
    return record_access(word, first, access, {state.block, state.thread, watcher.interval()});
}

std::optional<GlobalRace> GlobalShadow::record(FencedWord& word, FirstStoreBits*,
                                               const Access& access) {
    const ThreadState& state = thread_state;
    auto& watcher = std::get<GlobalShadowWatcher>(*state.watchers);
    return fenced_.record_access(word, access, watcher.clock(), state.thread);
}

/// False, and nothing recorded, if the word was split.
template <class Word>
bool GlobalShadow::follow_word(Word& word, FirstStoreBits* first, const Access& access,
                               const Region& region, const Place& place) {
    const ThreadState& state = thread_state;
    const auto race = record(word, first, access);
    if (!race) [[unlikely]] {
        return false;
    }
    if (race->earlier != GlobalRace::none) [[unlikely]] {
        const bool earlier_wrote = race->earlier != GlobalRace::load;
        // Two atomics race only where one of them is limited to its own block.
        const bool by_scope = access.atomic && race->earlier == GlobalRace::atomic;
        auto& equal_writes = std::get<EqualWrites>(*state.watchers);
        const bool only_stores = race->earlier == GlobalRace::store && !race->with_others &&
                                 access.store && !access.atomic && !uses_fences_;
        const bool compares = only_stores && equal_writes.compares_global();
        Event* const event = record_event(
            runtime::event_race,
            {.region = &region,
             .code = access.code,
             .other_code = race->code,
             .other_block = position_in(kit_grid_extents.index, run_order.in_grid(race->block)),
             .other_thread = state.runner->place(race->thread),
             .other_number = race->block,
             .values = {static_cast<std::int64_t>(access.address - region.begin), access.bytes,
                        (access.store ? int{runtime::race_this_wrote} : 0) |
                            (earlier_wrote ? int{runtime::race_earlier_wrote} : 0) |
                            (by_scope ? int{runtime::race_by_scope} : 0) |
                            (uses_fences_ ? int{runtime::race_with_fences} : 0) |
                            (race->by_narrow_scope ? int{runtime::race_by_gpu_scope} : 0) |
                            (only_stores && !compares ? int{runtime::race_not_compared} : 0)}});
        if (compares) {
            equal_writes.on_racing_store(event, place.address, place.bytes,
                                         race->block == state.block
                                             ? EqualWrites::Stores::of_a_block
                                             : EqualWrites::Stores::of_two_blocks);
        }
    }
    return true;
}

void GlobalShadowWatcher::on_block_begin(std::uint32_t threads) {
    interval_ = 0;
    if (thread_state.global_shadow->uses_fences()) {
        clock_.emplace().begin_block(
            thread_state.block, threads,
            thread_state.global_shadow->acquired_before(thread_state.block));
        polls_ = 0;
        looks_of_others_ = 0;
    }
}

void GlobalShadowWatcher::let_others_look() {
    if (has_told_) {
        has_told_ = false;
        let_waiting_blocks_look(++looks_of_others_ <= most_looks_of_others);
    }
}

void GlobalShadowWatcher::on_block_end() {
    let_others_look();
    if (clock_ && run_order.of_several_sweeps) {
        thread_state.global_shadow->end_block(*clock_);
    }
}

void GlobalShadowWatcher::on_acquire(std::uintptr_t address, Scope scope) {
    const ThreadState& state = thread_state;
    if (!clock_ || address - state.shared_begin < state.shared_bytes) {
        return;
    }
    state.global_shadow->acquire(address, scope, *clock_);
    if (state.thread != polling_ || std::ranges::find(polled_, address) == polled_.end()) {
        std::rotate(polled_.begin(), polled_.end() - 1, polled_.end());
        polled_.front() = address;
        polling_ = state.thread;
        polls_ = 0;
    } else if (++polls_ >= polls_of_waiting && !let_other_blocks_run()) {
        const Access access{address, word_bytes, false, false, state.last_code};
        const Region* const region = holding(state.global->arrays(), access);
        record_event(
            runtime::event_deadlock,
            {.region = region,
             .code = access.code,
             .values = {region == nullptr ? 0 : static_cast<std::int64_t>(address - region->begin),
                        word_bytes, *reinterpret_cast<const volatile std::uint32_t*>(address)}});
        end_program(1);
    }
}

void GlobalShadowWatcher::on_change(std::uintptr_t address) {
    if (clock_ && address - thread_state.shared_begin >= thread_state.shared_bytes) {
        has_told_ = true;
        let_others_look();
    }
}

void GlobalShadowWatcher::on_lock_taken(std::uintptr_t address) {
    const bool is_shared = address - thread_state.shared_begin < thread_state.shared_bytes;
    if (clock_ && !is_shared && locks_taken_ < locks_held_long) {
        ++locks_taken_;
        static_cast<void>(let_other_blocks_run());
        std::this_thread::sleep_for(long_hold);
    }
}

void GlobalShadowWatcher::on_fence(Scope scope) {
    if (clock_) {
        clock_->on_fence(thread_state.thread, scope);
    }
}

void GlobalShadowWatcher::follow(const Access& access) {
    const Region& region = *access.region;
    has_told_ = has_told_ || (access.is_volatile && access.store);
    // The loads of an input are followed only in a second run, made if this flag says that the input
    // was written.
    if (region.use == Region::Use::input && access.store) {
        note_written_input();
    }
    // CUDA does not initialize what cudaMalloc() returns. Outputs are poisoned before the launch, so
    // a load that finds the poison reads what no thread wrote. An atomic loads, too. Ghost planes hold the poison until
    // a neighbour has sent them.
    const bool may_be_unwritten =
        region.use == Region::Use::output || region.is_near_end(access.address, access.bytes, 1);
    if (may_be_unwritten && (!access.store || access.atomic) && holds_poison(access)) {
        record_event(
            runtime::event_uninitialized,
            {.region = &region,
             .code = access.code,
             .values = {static_cast<std::int64_t>(access.address - region.begin), access.bytes}});
    }
    if (thread_state.global_shadow != nullptr) {
        thread_state.global_shadow->follow(access, region);
    }
    if (region.use == Region::Use::output && thread_state.recorder == nullptr &&
        region.gpu == thread_state.gpu && region.begin != thread_state.usual_stores.begin) {
        FirstStoreBits* const first = thread_state.global_shadow->first_stores(region);
        if (first != nullptr) {
            first_stores_ = reinterpret_cast<std::uintptr_t>(first) -
                            region.begin / word_bytes * sizeof(FirstStoreBits);
            thread_state.usual_stores = region;
        }
    }
}

} // namespace kit::runtime
