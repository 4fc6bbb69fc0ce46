// Finds races in shared memory, and loads of what the block has not written: a record per word.
//
// Two accesses to one byte by different threads race if nothing orders them - no barrier of the block
// between them and no operation of their warp - unless both only load or both are atomics. So the
// record is of the accesses since the last barrier. Of the plain stores the last one is enough: any
// earlier one is ordered before it, or has raced with it; if both had the same value, equal_writes.hpp sees
// what comes after. Loads do not race with each other, nor do
// atomics: of each kind the last access is kept, the last by another thread, the last by another warp
// and, where some lanes of a warp met without the others, one for every lane. So a race is found by its
// cause, whatever the order in which the emulator ran the threads, and whatever the values were. A
// word whose bytes are accessed separately, which is rare, is followed byte by byte until the next
// barrier.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/warp.hpp"
#include "checker/emulator/wire.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit::runtime {

class SharedShadow {
public:
    void on_block_begin(std::uint32_t threads);

    void on_barrier() {
        report_unwritten();
        ++interval_;
    }

    void on_block_end() { report_unwritten(); }

    void on_thread(std::uint32_t thread) { thread_ = static_cast<std::uint16_t>(thread); }

    /// Records what nearly all accesses are: plain and aligned, of whole words that were written, with nothing to race
    /// with. False, and nothing done, for others. Only for programs without warp operations.
    [[nodiscard, gnu::always_inline]] bool take_usual(const Access& access) {
        if (access.bytes % word_bytes != 0) {
            return false;
        }
        // If a later word is not usual, the access is recorded once more, which changes nothing.
        const std::uint64_t first = (access.address - shared_begin_) / word_bytes;
        const auto self = AccessRecord::of(thread_, 0, access.code);
        for (std::uint32_t i = 0; i < access.bytes / word_bytes; ++i) {
            Word& word = slots_[first + i];
            if (!access.store && written_[first + i] != all_bytes) {
                return false;
            }
            if (word.interval != interval_) {
                word.begin(interval_);
            } else if (!is_unopposed(word, access.store)) {
                return false;
            }
            if (access.store) {
                written_[first + i] = all_bytes;
                word.writer = self;
            } else if (word.readers.last.thread != thread_) {
                // Without warp operations nobody asks for more than two threads.
                word.readers.other = word.readers.last;
                word.readers.last = self;
            }
        }
        return true;
    }

    void on_shared(const Access& access);

    /// A copy to these bytes is on its way: until it arrives, as a store, they hold nothing.
    void on_copy_begin(const Access& access);

private:
    static constexpr std::uint32_t word_bytes = 4;
    static constexpr std::uint8_t all_bytes = 0xf;

    static constexpr std::uint16_t no_thread = 0xffff;

    struct alignas(8) AccessRecord {
        std::uint16_t thread = no_thread;
        std::uint16_t moment = 0; ///< the thread's moment in its warp's order
        std::uint32_t code = 0;

        /// Made as one number: stored in parts, it could not be loaded whole soon after.
        static AccessRecord of(std::uint16_t thread, std::uint16_t moment, const void* code) {
            return std::bit_cast<AccessRecord>(
                reinterpret_cast<std::uintptr_t>(code) << 32 |
                static_cast<std::uint64_t>(std::uint32_t{moment} << 16 | thread));
        }
    };

    /// Accesses that do not race with each other: all loads, or all atomics.
    struct AccessGroup {
        AccessRecord last;
        AccessRecord other; ///< the last one by another thread than `last`

        [[nodiscard]] bool of_several_threads() const { return other.thread != no_thread; }
    };

    /// What warp operations ask of a group besides. It is apart, since a Word of 32 bytes is quicker.
    struct WarpRecord {
        AccessRecord distant;     ///< the last one by another warp than `last`
        std::uint32_t lanes = 0;  ///< those of the warp of `last` that are in the group
        std::uint32_t latest = 0; ///< those among them that are in it at the moment of `last`
    };

    /// The last access of each lane of a group, once lanes of the block's warps have met without the others.
    struct LaneRecords {
        std::uint32_t interval = 0;
        std::uint32_t known = 0; ///< a bit for each lane with a record
        std::array<AccessRecord, warp_lanes> records;
    };

    /// By slot; empty until first needed.
    struct GroupTables {
        std::vector<WarpRecord> warps; ///< of groups of several threads
        std::vector<LaneRecords> lanes;
    };

    /// What is known of a word besides plain accesses to all of it.
    enum class Besides : std::uint32_t {
        nothing,
        atomics, ///< see atomics_
        bytes,   ///< its bytes have slots that are used instead
    };

    /// Valid in the interval between barriers that it names: a barrier orders all that came before.
    struct alignas(32) Word {
        std::uint32_t interval = 0;
        Besides besides = Besides::nothing;
        AccessRecord writer; ///< of plain stores
        AccessGroup readers;

        /// Forgets everything and begins the interval `now`.
        void begin(std::uint32_t now) {
            interval = now;
            besides = Besides::nothing;
            writer = readers.last = readers.other = AccessRecord();
        }
    };

    /// A load of bytes that the block had not written yet.
    struct EarlyRead {
        Access access;
        std::uint64_t word;
        std::uint32_t thread;
        std::uint8_t bytes;
        std::uint32_t copy; ///< see copies_
    };

    /// Whether nothing recorded of the word, which is of this interval, could race with a plain access to it.
    [[nodiscard]] bool is_unopposed(const Word& word, bool store) const {
        const bool written = word.writer.thread != no_thread && word.writer.thread != thread_;
        const bool read = store && word.readers.last.thread != no_thread;
        return !written && !read && word.besides == Besides::nothing;
    }

    /// The quick form of record() for the usual case in which nothing can have raced. False, and
    /// nothing recorded, in any other case.
    bool record_plain(std::size_t slot, const Access& access) {
        Word& word = slots_[slot];
        // Where lanes have met without the others, each needs a record.
        if (order_->partial() || (word.interval == interval_ && !is_unopposed(word, access.store)))
            [[unlikely]] {
            return false;
        }
        if (word.interval != interval_) {
            word.begin(interval_);
        }
        const AccessRecord self = record_of(access);
        if (access.store) {
            word.writer = self;
        } else {
            add_to(word.readers, reader_tables_, slot, self);
        }
        return true;
    }

    void add_to(AccessGroup& group, GroupTables& tables, std::size_t slot,
                const AccessRecord& self) {
        const bool first = group.last.thread == no_thread || group.last.thread == self.thread;
        if (!first || group.of_several_threads()) {
            add_to_several(group, tables, slot, self);
        }
        group.last = self;
    }

    [[nodiscard]] WarpRecord warp_record(const AccessGroup& group, const GroupTables& tables,
                                         std::size_t slot) const {
        const std::uint32_t lane = lane_bit(group.last);
        return group.of_several_threads() ? tables.warps[slot] : WarpRecord{{}, lane, lane};
    }

    [[nodiscard]] static std::uint32_t lane_bit(const AccessRecord& record) {
        return std::uint32_t{1} << record.thread % warp_lanes;
    }

    void report_unwritten();
    [[gnu::noinline]] void record_bytes(const Access& access);
    [[gnu::noinline]] void record_in_bytes(std::size_t word, std::uint8_t bytes,
                                           const Access& access);
    [[gnu::noinline]] bool record(std::size_t slot, const Access& access);
    void split(std::size_t word);
    void add(AccessGroup& group, GroupTables& tables, std::size_t slot, const AccessRecord& self);
    void add_to_several(AccessGroup& group, GroupTables& tables, std::size_t slot,
                        const AccessRecord& self);
    [[gnu::noinline]] void add_atomic(Word& word, std::size_t slot, const AccessRecord& self);
    [[gnu::noinline]] void add_lane(const AccessGroup& group, GroupTables& tables, std::size_t slot,
                                    const AccessRecord& self);
    [[gnu::noinline]] bool check_order(const Access& access, const AccessRecord& self,
                                       const AccessRecord& earlier, bool earlier_wrote);
    bool check(const Access& access, const AccessRecord& self, const AccessRecord& earlier,
               bool earlier_wrote);
    [[gnu::noinline]] bool check(const Access& access, const AccessRecord& self,
                                 const AccessGroup& earlier, const GroupTables& tables,
                                 std::size_t slot, bool earlier_wrote);

    [[nodiscard]] AccessRecord record_of(const Access& access) const {
        return AccessRecord::of(thread_, order_->moment(thread_), access.code);
    }

    [[nodiscard]] std::size_t first_byte_slot(std::size_t word) const {
        return word_count_ + word * word_bytes;
    }

    const WarpOrder* order_ = nullptr; ///< of the worker's runner
    std::uint16_t thread_ = 0;         ///< that runs
    std::uintptr_t shared_begin_ = 0;
    std::size_t word_count_ = 0;
    /// A slot for each word; then, once a word was split, one for each byte.
    std::vector<Word> slots_;
    std::vector<AccessGroup> atomics_; ///< by slot; empty until first needed
    GroupTables reader_tables_;
    GroupTables atomic_tables_;
    std::vector<std::uint8_t> written_;  ///< a bit for each byte of a word: written in this block
    std::vector<std::uint32_t> copies_;  ///< by word: code of the block's last copy to it; 0: none
    std::vector<EarlyRead> early_reads_; ///< since the last barrier
    std::uint32_t interval_ = 1;         ///< counts barriers and blocks of this worker
    Event* last_race_ = nullptr;
};

} // namespace kit::runtime
