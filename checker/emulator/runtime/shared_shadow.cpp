#include "checker/emulator/runtime/shared_shadow.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/events.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

#include <algorithm>

namespace kit::runtime {

namespace {

/// Enough to name every line; a loop that reads the same cell a million times needs no more.
constexpr std::size_t most_early_reads = 16384;

/// A bit for each byte of a word, which begins at `first`, that lies in [begin, end).
std::uint8_t touched_bytes(std::uint64_t first, std::uint32_t count, std::uint64_t begin,
                           std::uint64_t end) {
    std::uint8_t bits = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t byte = first + i;
        bits |= static_cast<std::uint8_t>((byte >= begin && byte < end ? 1u : 0u) << i);
    }
    return bits;
}

} // namespace

void SharedShadow::on_block_begin(std::uint32_t) {
    ++interval_;
    shared_begin_ = thread_state.shared_begin;
    const std::size_t words = (thread_state.shared_bytes + word_bytes - 1) / word_bytes;
    if (words_.size() != words) {
        words_.assign(words, {});
        written_.assign(words, 0);
    }
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
}

SharedShadow::Party SharedShadow::self_of(const Access& access) const {
    const ThreadState& state = thread_state;
    return {static_cast<std::uint16_t>(state.thread), state.runner->order().moment(state.thread),
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code))};
}

void SharedShadow::follow_bytes(const Access& access) {
    const std::uint64_t begin = access.address - shared_begin_;
    const std::uint64_t end = begin + access.bytes;
    for (std::uint64_t word = begin / word_bytes; word * word_bytes < end; ++word) {
        const std::uint8_t bytes = touched_bytes(word * word_bytes, word_bytes, begin, end);
        if ((!access.store || access.atomic) && (written_[word] & bytes) != bytes &&
            early_reads_.size() < most_early_reads) {
            early_reads_.push_back({access, word, thread_state.thread, bytes});
            early_reads_.back().access.region = nullptr; // the caller's, and soon another
        }
        if (access.store) {
            written_[word] |= bytes;
        }
        follow(words_[word], access);
    }
}

/// A cell that another thread wrote after all, with no barrier in between, was read too early: that
/// is a race, and was reported as one. The others were never written.
void SharedShadow::report_unwritten() {
    for (const EarlyRead& read : early_reads_) {
        const Word& word = words_[read.word];
        if ((written_[read.word] & read.bytes) == read.bytes && word.interval == interval_ &&
            word.writer.thread != no_thread && word.writer.thread != read.thread) {
            continue;
        }
        const Region& region = thread_state.shared->nearest_array(read.access.address);
        kit_thread_index = thread_state.runner->place(read.thread);
        EventDetails details;
        details.region = &region;
        details.code = read.access.code;
        details.values[0] = static_cast<std::int64_t>(read.access.address - region.begin);
        details.values[1] = read.access.bytes;
        record_event(wire::event_uninitialized, details);
    }
    early_reads_.clear();
}

void SharedShadow::check(const Access& access, const Party& self, const Party& earlier,
                         bool earlier_wrote) {
    if (earlier.thread == no_thread || earlier.thread == self.thread ||
        thread_state.runner->order().is_past(earlier.thread, earlier.moment, self.thread)) {
        return;
    }
    EventDetails details;
    details.region = access.region;
    details.code = access.code;
    details.other_code = earlier.code;
    details.other_block = kit_block_index;
    details.other_thread = thread_state.runner->place(earlier.thread);
    details.values[0] = static_cast<std::int64_t>(access.address - access.region->begin);
    details.values[1] = access.bytes;
    details.values[2] = (access.store ? 1 : 0) | (earlier_wrote ? 2 : 0);
    record_event(wire::event_race, details);
}

/// Keeps the last reader, the last that is another thread, and one of another warp.
void SharedShadow::remember_reader(Word& word, const Party& self) const {
    if (word.reader.thread == self.thread) {
        word.reader = self;
        return;
    }
    if (word.reader.thread != no_thread) {
        if (word.reader.thread / warp_lanes != self.thread / warp_lanes) {
            word.distant_reader = word.reader;
        }
        word.other_reader = word.reader;
    }
    word.reader = self;
}

void SharedShadow::follow(Word& word, const Access& access) {
    const Party self = self_of(access);
    if (word.interval != interval_) {
        word.interval = interval_;
        word.writer = access.store ? self : Party{};
        word.reader = access.store ? Party{} : self;
        word.other_reader = {};
        word.distant_reader = {};
        word.writer_is_atomic = access.atomic;
        return;
    }
    if (!(access.atomic && word.writer_is_atomic)) {
        check(access, self, word.writer, true);
    }
    if (!access.store) {
        remember_reader(word, self);
        return;
    }
    check(access, self, word.reader, false);
    check(access, self, word.other_reader, false);
    check(access, self, word.distant_reader, false);
    word.writer = self;
    word.writer_is_atomic = access.atomic;
}

} // namespace kit::runtime
