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

/// The slot's entry of a table that is made when it is first needed.
template <class T>
T& entry(std::vector<T>& table, std::size_t slot, std::size_t slots) {
    if (table.size() < slots) {
        table.resize(slots);
    }
    return table[slot];
}

} // namespace

void SharedShadow::on_block_begin(std::uint32_t) {
    ++interval_;
    shared_begin_ = thread_state.shared_begin;
    order_ = &thread_state.runner->order();
    const std::size_t words = (thread_state.shared_bytes + word_bytes - 1) / word_bytes;
    if (word_count_ != words) {
        word_count_ = words;
        slots_.assign(words, {});
        written_.assign(words, 0);
    }
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
}

SharedShadow::Party SharedShadow::self_of(const Access& access) const {
    return {thread_, order_->moment(thread_),
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
        if (bytes == all_bytes) {
            follow(word, access);
        } else {
            follow_parts(word, bytes, access);
        }
    }
}

/// Told at the barrier, so that a race on the same cell is told first.
void SharedShadow::report_unwritten() {
    for (const EarlyRead& read : early_reads_) {
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

/// One race of a word is enough to say.
void SharedShadow::follow_parts(std::size_t word, std::uint8_t bytes, const Access& access) {
    if (slots_[word].interval != interval_ || !slots_[word].split) {
        split(word);
    }
    bool raced = false;
    for (std::uint32_t byte = 0; byte < word_bytes && !raced; ++byte) {
        raced = (bytes >> byte & 1) != 0 && follow(first_byte_slot(word) + byte, access);
    }
}

/// From here to the barrier the word's bytes are followed; each has seen what the word has.
void SharedShadow::split(std::size_t word) {
    if (slots_.size() == word_count_) {
        slots_.resize(word_count_ * (1 + word_bytes));
    }
    const auto copy_to_bytes = [&](auto& table) {
        if (table.size() > word) {
            table.resize(slots_.size());
            const auto bytes = table.begin() + static_cast<std::ptrdiff_t>(first_byte_slot(word));
            std::fill(bytes, bytes + word_bytes, table[word]);
        }
    };
    copy_to_bytes(slots_);
    copy_to_bytes(atomics_);
    copy_to_bytes(reader_notes_);
    copy_to_bytes(atomic_notes_);
    slots_[word].interval = interval_;
    slots_[word].split = true;
}

inline bool SharedShadow::check(const Access& access, const Party& self, const Party& earlier,
                                bool earlier_wrote) {
    if (earlier.thread == no_thread || earlier.thread == self.thread) {
        return false;
    }
    return check_order(access, self, earlier, earlier_wrote);
}

bool SharedShadow::check_order(const Access& access, const Party& self, const Party& earlier,
                               bool earlier_wrote) {
    if (thread_state.runner->order().is_past(earlier.thread, earlier.moment, self.thread)) {
        return false;
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
    return true;
}

bool SharedShadow::check(const Access& access, const Party& self, const Crowd& earlier,
                         const std::vector<LaneNotes>& notes, std::size_t slot,
                         bool earlier_wrote) {
    bool raced = check(access, self, earlier.last, earlier_wrote);
    raced |= check(access, self, earlier.other, earlier_wrote);
    raced |= check(access, self, earlier.distant, earlier_wrote);
    if (raced || !thread_state.runner->order().may_order(earlier.last.thread, self.thread)) {
        return raced;
    }
    // Some lanes may be past for this one, others not.
    const LaneNotes* const known =
        slot < notes.size() && notes[slot].interval == interval_ ? &notes[slot] : nullptr;
    for (std::uint32_t rest = earlier.lanes; rest != 0 && !raced; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
        const bool noted = known != nullptr && (known->noted >> lane & 1) != 0;
        const std::uint32_t thread = self.thread / warp_lanes * warp_lanes + lane;
        raced = check(access, self,
                      noted ? known->parties[lane]
                            : Party{static_cast<std::uint16_t>(thread), 0, earlier.last.code},
                      earlier_wrote);
    }
    return raced;
}

inline void SharedShadow::remember(Crowd& crowd, std::vector<LaneNotes>& notes, std::size_t slot,
                                   const Party& self) {
    const bool other_warp = crowd.last.thread / warp_lanes != self.thread / warp_lanes;
    join(crowd, self);
    if (thread_state.runner->order().used()) [[unlikely]] {
        note_lane(notes, slot, self, other_warp);
    }
}

void SharedShadow::note_lane(std::vector<LaneNotes>& notes, std::size_t slot, const Party& self,
                             bool anew) {
    LaneNotes& kept = entry(notes, slot, slots_.size());
    if (kept.interval != interval_ || anew) {
        kept.interval = interval_;
        kept.noted = 0;
    }
    kept.noted |= std::uint32_t{1} << self.thread % warp_lanes;
    kept.parties[self.thread % warp_lanes] = self;
}

void SharedShadow::remember_atomic(Word& word, std::size_t slot, const Party& self) {
    Crowd& atomics = entry(atomics_, slot, slots_.size());
    if (!word.has_atomics) {
        word.has_atomics = true;
        atomics = {};
    }
    remember(atomics, atomic_notes_, slot, self);
}

/// Whether the access raced.
bool SharedShadow::follow(std::size_t slot, const Access& access) {
    Word& word = slots_[slot];
    const Party self = self_of(access);
    bool raced = false;
    if (word.interval != interval_) {
        word.renew(interval_);
    } else if (word.split) [[unlikely]] {
        follow_parts(slot, all_bytes, access);
        return false;
    } else {
        raced = check(access, self, word.writer, true);
        if (word.has_atomics && !access.atomic) [[unlikely]] {
            raced |= check(access, self, atomics_[slot], atomic_notes_, slot, true);
        }
        if (access.store && word.readers.last.thread != no_thread) {
            raced |= check(access, self, word.readers, reader_notes_, slot, false);
        }
    }
    if (!access.store) {
        remember(word.readers, reader_notes_, slot, self);
    } else if (!access.atomic) {
        word.writer = self;
    } else {
        remember_atomic(word, slot, self);
    }
    return raced;
}

} // namespace kit::runtime
