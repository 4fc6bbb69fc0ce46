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

    /// Whether add_usual() may record the access in place of on_shared(). So it is with nearly all: plain ones of a
    /// whole word that was written, in a block without warp operations, with nothing to race with.
    [[nodiscard, gnu::always_inline]] bool is_usual(const Access& access) const {
        const std::uint64_t offset = access.address - shared_begin_;
        const std::uint64_t number = offset / word_bytes;
        return access.bytes == word_bytes && offset % word_bytes == 0 && !order_->used() &&
               (access.store || written_[number] == all_bytes) &&
               is_unopposed(slots_[number], access.store);
    }

    [[gnu::always_inline]] void add_usual(const Access& access) {
        const std::uint64_t number = (access.address - shared_begin_) / word_bytes;
        if (access.store) {
            written_[number] = all_bytes;
        }
        add_plain(slots_[number], access, 0);
    }

    void on_shared(const Access& access);

    /// A copy to these bytes is on its way: until it arrives, as a store, they hold nothing.
    void on_copy_begin(const Access& access);

private:
    static constexpr std::uint32_t word_bytes = 4;
    static constexpr std::uint8_t all_bytes = 0xf;

    static constexpr std::uint16_t no_thread = 0xffff;

    struct AccessRecord {
        std::uint16_t thread = no_thread;
        std::uint16_t moment = 0; ///< the thread's moment in its warp's order
        std::uint32_t code = 0;
    };

    /// Accesses that do not race with each other: all loads, or all atomics.
    struct AccessGroup {
        AccessRecord last;
        AccessRecord other;       ///< the last one by another thread than `last`
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

    /// Valid in the interval between barriers that it names: a barrier orders all that came before.
    struct Word {
        std::uint32_t interval = 0;
        bool split = false;       ///< its bytes have slots that are used instead
        bool has_atomics = false; ///< see atomics_
        AccessRecord writer;      ///< of plain stores
        AccessGroup readers;

        /// Forgets everything and begins the interval `now`.
        void renew(std::uint32_t now) {
            interval = now;
            split = has_atomics = false;
            writer.thread = no_thread;
            readers.last.thread = readers.other.thread = readers.distant.thread = no_thread;
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

    /// True if no access recorded in this interval could race with a plain access to the word.
    [[nodiscard]] bool is_unopposed(const Word& word, bool store) const {
        if (word.interval != interval_) {
            return true;
        }
        const bool written = word.writer.thread != no_thread && word.writer.thread != thread_;
        const bool read = store && word.readers.last.thread != no_thread;
        return !(written || read || word.split || word.has_atomics);
    }

    void add_plain(Word& word, const Access& access, std::uint16_t moment) {
        if (word.interval != interval_) {
            word.renew(interval_);
        }
        const AccessRecord self{
            thread_, moment,
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code))};
        if (access.store) {
            word.writer = self;
        } else {
            add_to(word.readers, self);
        }
    }

    /// The quick form of record() for the usual case in which nothing can have raced. False, and
    /// nothing recorded, in any other case.
    bool record_plain(Word& word, const Access& access) {
        // Where lanes have met without the others, each needs a record.
        if (order_->partial() || !is_unopposed(word, access.store)) [[unlikely]] {
            return false;
        }
        add_plain(word, access, order_->moment(thread_));
        return true;
    }

    static void add_to(AccessGroup& group, const AccessRecord& self) {
        const std::uint32_t lane = std::uint32_t{1} << self.thread % warp_lanes;
        const bool other_warp = group.last.thread / warp_lanes != self.thread / warp_lanes;
        if (group.last.thread != self.thread && group.last.thread != no_thread) {
            group.other = group.last;
            if (other_warp) {
                group.distant = group.last;
            }
        }
        const bool later = other_warp || group.last.moment != self.moment;
        group.lanes = other_warp ? lane : group.lanes | lane;
        group.latest = later ? lane : group.latest | lane;
        group.last = self;
    }

    void report_unwritten();
    [[gnu::noinline]] void record_bytes(const Access& access);
    [[gnu::noinline]] void record_in_bytes(std::size_t word, std::uint8_t bytes,
                                           const Access& access);
    [[gnu::noinline]] bool record(std::size_t slot, const Access& access);
    void split(std::size_t word);
    void add(AccessGroup& group, std::vector<LaneRecords>& lanes, std::size_t slot,
             const AccessRecord& self);
    [[gnu::noinline]] void add_atomic(Word& word, std::size_t slot, const AccessRecord& self);
    [[gnu::noinline]] void add_lane(std::vector<LaneRecords>& lanes, std::size_t slot,
                                    const AccessGroup& group, const AccessRecord& self);
    [[gnu::noinline]] bool check_order(const Access& access, const AccessRecord& self,
                                       const AccessRecord& earlier, bool earlier_wrote);
    bool check(const Access& access, const AccessRecord& self, const AccessRecord& earlier,
               bool earlier_wrote);
    [[gnu::noinline]] bool check(const Access& access, const AccessRecord& self,
                                 const AccessGroup& earlier, const std::vector<LaneRecords>& lanes,
                                 std::size_t slot, bool earlier_wrote);
    [[nodiscard]] AccessRecord record_of(const Access& access) const;

    [[nodiscard]] std::size_t first_byte_slot(std::size_t word) const {
        return word_count_ + word * word_bytes;
    }

    const WarpOrder* order_ = nullptr; ///< of the worker's runner
    std::uint16_t thread_ = 0;         ///< that runs
    std::uintptr_t shared_begin_ = 0;
    std::size_t word_count_ = 0;
    /// A slot for each word; then, once a word was split, one for each byte.
    std::vector<Word> slots_;
    // By slot; empty until first needed.
    std::vector<AccessGroup> atomics_;
    std::vector<LaneRecords> reader_lanes_;
    std::vector<LaneRecords> atomic_lanes_;
    std::vector<std::uint8_t> written_;  ///< a bit for each byte of a word: written in this block
    std::vector<std::uint32_t> copies_;  ///< by word: code of the block's last copy to it; 0: none
    std::vector<EarlyRead> early_reads_; ///< since the last barrier
    std::uint32_t interval_ = 1;         ///< counts barriers and blocks of this worker
    Event* last_race_ = nullptr;
};

} // namespace kit::runtime
