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
    if (begin <= first && first + count <= end) {
        return static_cast<std::uint8_t>((1u << count) - 1);
    }
    std::uint8_t bits = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t byte = first + i;
        bits |= static_cast<std::uint8_t>((byte >= begin && byte < end ? 1u : 0u) << i);
    }
    return bits;
}

/// The slot's entry of a table that is allocated when first needed.
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
    copies_.clear();
}

void SharedShadow::on_copy_begin(const Access& access) {
    const std::uint64_t begin = access.address - shared_begin_;
    const std::uint64_t end = begin + access.bytes;
    for (std::uint64_t word = begin / word_bytes; word * word_bytes < end; ++word) {
        written_[word] &=
            static_cast<std::uint8_t>(~touched_bytes(word * word_bytes, word_bytes, begin, end));
        entry(copies_, word, word_count_) = record_of(access).code;
    }
}

void SharedShadow::on_shared(const Access& access) {
    const std::uint64_t offset = access.address - shared_begin_;
    const std::uint64_t number = offset / word_bytes;
    if (access.bytes != word_bytes || offset % word_bytes != 0 || access.atomic ||
        (!access.store && written_[number] != all_bytes)) {
        record_bytes(access);
        return;
    }
    if (access.store) {
        written_[number] = all_bytes;
    }
    if (!record_plain(number, access)) {
        record(number, access);
    }
}

void SharedShadow::record_bytes(const Access& access) {
    const std::uint64_t begin = access.address - shared_begin_;
    const std::uint64_t end = begin + access.bytes;
    for (std::uint64_t word = begin / word_bytes; word * word_bytes < end; ++word) {
        const std::uint8_t bytes = touched_bytes(word * word_bytes, word_bytes, begin, end);
        // Shared memory holds nothing at a block's start: what the block loads it must have written.
        if ((!access.store || access.atomic) && (written_[word] & bytes) != bytes &&
            early_reads_.size() < most_early_reads) {
            early_reads_.push_back({access, word, thread_state.thread, bytes,
                                    word < copies_.size() ? copies_[word] : 0});
            early_reads_.back().access.region = nullptr; // it does not outlive this call
        }
        if (access.store) {
            written_[word] |= bytes;
        }
        if (bytes != all_bytes) {
            record_in_bytes(word, bytes, access);
        } else if (access.atomic || !record_plain(word, access)) {
            record(word, access);
        }
    }
}

/// Called at the barrier, so that a race on the same cell is reported first.
void SharedShadow::report_unwritten() {
    for (const EarlyRead& read : early_reads_) {
        const Region& region = thread_state.shared->nearest_array(read.access.address);
        kit_thread_index = thread_state.runner->place(read.thread);
        record_event(runtime::event_uninitialized,
                     {.region = &region,
                      .code = read.access.code,
                      .other_code = read.copy,
                      .values = {static_cast<std::int64_t>(read.access.address - region.begin),
                                 read.access.bytes}});
    }
    early_reads_.clear();
}

/// Stops at the first race, as one for each word is enough; but the values of two stores are compared whole.
void SharedShadow::record_in_bytes(std::size_t word, std::uint8_t bytes, const Access& access) {
    if (slots_[word].interval != interval_ || slots_[word].besides != Besides::bytes) {
        split(word);
    }
    bool raced = false;
    const bool is_store = access.store && !access.atomic;
    for (std::uint32_t byte = 0; byte < word_bytes && (!raced || is_store); ++byte) {
        raced = (bytes >> byte & 1) != 0 && record(first_byte_slot(word) + byte, access);
    }
}

/// From here to the barrier the word's bytes are recorded, beginning with what is known of the word.
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
    for (GroupTables* const tables : {&reader_tables_, &atomic_tables_}) {
        copy_to_bytes(tables->warps);
        copy_to_bytes(tables->lanes);
    }
    slots_[word].interval = interval_;
    slots_[word].besides = Besides::bytes;
}

inline bool SharedShadow::check(const Access& access, const AccessRecord& self,
                                const AccessRecord& earlier, bool earlier_wrote) {
    if (earlier.thread == no_thread || earlier.thread == self.thread) {
        return false; // a thread's own accesses are in the order of its program
    }
    return check_order(access, self, earlier, earlier_wrote);
}

bool SharedShadow::check_order(const Access& access, const AccessRecord& self,
                               const AccessRecord& earlier, bool earlier_wrote) {
    if (order_->is_past(earlier.thread, earlier.moment, self.thread)) {
        return false; // a warp operation lies between them
    }
    last_race_ = record_event(
        runtime::event_race,
        {.region = access.region,
         .code = access.code,
         .other_code = earlier.code,
         .other_block = kit_block_index,
         .other_thread = thread_state.runner->place(earlier.thread),
         .values = {static_cast<std::int64_t>(access.address - access.region->begin), access.bytes,
                    (access.store ? int{runtime::race_this_wrote} : 0) |
                        (earlier_wrote ? int{runtime::race_earlier_wrote} : 0)}});
    return true;
}

bool SharedShadow::check(const Access& access, const AccessRecord& self, const AccessGroup& earlier,
                         const GroupTables& tables, std::size_t slot, bool earlier_wrote) {
    // Either `last` or `other` is of another thread than this. If it is of this warp, an operation may
    // have ordered it before this access; then `distant`, of another warp than `last`, still races.
    bool raced = check(access, self, earlier.last, earlier_wrote);
    raced |= check(access, self, earlier.other, earlier_wrote);
    if (!order_->used()) {
        return raced;
    }
    const WarpRecord warp = warp_record(earlier, tables, slot);
    raced |= check(access, self, warp.distant, earlier_wrote);
    // Where lanes always met together, the two latest accesses tell of all.
    if (raced || !order_->partial() || !order_->may_order(earlier.last.thread, self.thread)) {
        return raced;
    }
    // No race so far, but operations of this warp may have ordered some of its lanes before this one
    // and others not: look at each. A lane without a record came before an operation of all.
    const LaneRecords* const known =
        slot < tables.lanes.size() && tables.lanes[slot].interval == interval_ ? &tables.lanes[slot]
                                                                               : nullptr;
    for (std::uint32_t rest = warp.lanes; rest != 0 && !raced; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
        const bool is_known = known != nullptr && (known->known >> lane & 1) != 0;
        const std::uint32_t thread = self.thread / warp_lanes * warp_lanes + lane;
        const bool is_latest = known == nullptr && (warp.latest >> lane & 1) != 0;
        const std::uint16_t moment = is_latest ? earlier.last.moment : 0;
        raced = check(
            access, self,
            is_known ? known->records[lane]
                     : AccessRecord{static_cast<std::uint16_t>(thread), moment, earlier.last.code},
            earlier_wrote);
    }
    return raced;
}

inline void SharedShadow::add(AccessGroup& group, GroupTables& tables, std::size_t slot,
                              const AccessRecord& self) {
    if (order_->partial()) [[unlikely]] {
        add_lane(group, tables, slot, self);
    }
    add_to(group, tables, slot, self);
}

/// `group` is as it was before this access.
void SharedShadow::add_to_several(AccessGroup& group, GroupTables& tables, std::size_t slot,
                                  const AccessRecord& self) {
    WarpRecord& warp = entry(tables.warps, slot, slots_.size());
    warp = warp_record(group, tables, slot);
    const std::uint32_t lane = lane_bit(self);
    const bool other_warp = group.last.thread / warp_lanes != self.thread / warp_lanes;
    const bool later = other_warp || group.last.moment != self.moment;
    warp.lanes = other_warp ? lane : warp.lanes | lane;
    warp.latest = later ? lane : warp.latest | lane;
    if (other_warp) {
        warp.distant = group.last;
    }
    if (group.last.thread != self.thread) {
        group.other = group.last;
    }
}

/// `group` is as it was before this access.
void SharedShadow::add_lane(const AccessGroup& group, GroupTables& tables, std::size_t slot,
                            const AccessRecord& self) {
    LaneRecords& kept = entry(tables.lanes, slot, slots_.size());
    const bool other_warp = group.last.thread / warp_lanes != self.thread / warp_lanes;
    if (other_warp || kept.interval != interval_) {
        kept.interval = interval_;
        kept.known = other_warp ? 0 : warp_record(group, tables, slot).latest;
        for (std::uint32_t rest = kept.known; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(rest));
            kept.records[lane] = group.last;
            kept.records[lane].thread =
                static_cast<std::uint16_t>(self.thread / warp_lanes * warp_lanes + lane);
        }
    }
    kept.known |= std::uint32_t{1} << self.thread % warp_lanes;
    kept.records[self.thread % warp_lanes] = self;
}

void SharedShadow::add_atomic(Word& word, std::size_t slot, const AccessRecord& self) {
    AccessGroup& atomics = entry(atomics_, slot, slots_.size());
    if (word.besides != Besides::atomics) {
        word.besides = Besides::atomics;
        atomics = {};
    }
    add(atomics, atomic_tables_, slot, self);
}

/// Records the access and returns whether it raced.
bool SharedShadow::record(std::size_t slot, const Access& access) {
    Word& word = slots_[slot];
    const AccessRecord self = record_of(access);
    bool raced = false;
    if (word.interval != interval_) {
        // The first access since the barrier, which orders all earlier ones before it.
        word.begin(interval_);
    } else if (word.besides == Besides::bytes) [[unlikely]] {
        record_in_bytes(slot, all_bytes, access);
        return false;
    } else {
        // A plain store races with any access. It is checked first, since its line explains the most.
        raced = check(access, self, word.writer, true);
        if (raced && access.store && !access.atomic) {
            const bool is_word = slot < word_count_;
            const std::size_t offset = is_word ? slot * word_bytes : slot - word_count_;
            std::get<EqualWrites>(*thread_state.watchers)
                .on_racing_store(last_race_, shared_begin_ + offset, is_word ? word_bytes : 1,
                                 EqualWrites::Stores::of_a_block);
        }
        // Atomics race with any access but atomics.
        if (word.besides == Besides::atomics && !access.atomic) [[unlikely]] {
            raced |= check(access, self, atomics_[slot], atomic_tables_, slot, true);
        }
        // Loads race with stores and with atomics, which store.
        if (access.store && word.readers.last.thread != no_thread) {
            raced |= check(access, self, word.readers, reader_tables_, slot, false);
        }
    }
    if (!access.store) {
        add(word.readers, reader_tables_, slot, self);
    } else if (!access.atomic) {
        word.writer = self;
    } else {
        add_atomic(word, slot, self);
    }
    return raced;
}

} // namespace kit::runtime
