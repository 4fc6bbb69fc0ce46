// What is remembered of every word of shared memory: enough to say who raced with whom.
//
// Two accesses of one byte by different threads race when nothing orders them - no barrier of the
// block between them, and no operation of their warp - unless both only read or both are atomics.
// The shadow keeps the accesses since the last barrier. Of the plain writes the last suffices: the
// others are past for it, or have raced. Reads exclude each other as little as atomics do: of each
// the last is kept, another thread's, another warp's and, where operations of the warp may order
// them, every lane's. So a race is found by its cause, whatever the order in which the emulator
// happened to run the threads, and whatever the values were. A word whose bytes are used apart, a
// rare thing, is followed byte by byte until the next barrier.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/warp_order.hpp"

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

    void on_shared(Access access) {
        const std::uint64_t offset = access.address - shared_begin_;
        const std::uint64_t number = offset / word_bytes;
        // Whole words make nearly all accesses.
        if (access.bytes != word_bytes || offset % word_bytes != 0 || access.atomic ||
            (!access.store && written_[number] != all_bytes)) [[unlikely]] {
            follow_bytes(access.apart());
            return;
        }
        if (access.store) {
            written_[number] = all_bytes;
        }
        if (!follow_plain(slots_[number], access)) [[unlikely]] {
            follow(number, access.apart());
        }
    }

private:
    static constexpr std::uint32_t word_bytes = 4;
    static constexpr std::uint8_t all_bytes = 0xf;

    static constexpr std::uint16_t no_thread = 0xffff;

    struct Party {
        std::uint16_t thread = no_thread;
        std::uint16_t moment = 0; ///< the thread's moment in its warp's order
        std::uint32_t code = 0;
    };

    /// Threads that all read, or all used atomics.
    struct Crowd {
        Party last;
        Party other;             ///< another thread than `last`
        Party distant;           ///< of another warp than `last`
        std::uint32_t lanes = 0; ///< all those of the last's warp
    };

    /// What the lanes of a crowd did when, in a block that uses warp operations.
    struct LaneNotes {
        std::uint32_t interval = 0;
        std::uint32_t noted = 0; ///< a bit for each lane; others came before the first operation
        std::array<Party, warp_lanes> parties;
    };

    /// Valid for the interval between barriers that it names; anything older is forgotten.
    struct Word {
        std::uint32_t interval = 0;
        bool split = false;       ///< its bytes are followed instead, in slots of their own
        bool has_atomics = false; ///< see atomics_
        Party writer;             ///< not by atomics
        Crowd readers;

        /// Forgets all, and speaks of `now` from here on.
        void renew(std::uint32_t now) {
            interval = now;
            split = has_atomics = false;
            writer.thread = no_thread;
            readers.last.thread = readers.other.thread = readers.distant.thread = no_thread;
        }
    };

    /// A read of bytes that nobody had written by then.
    struct EarlyRead {
        Access access;
        std::uint64_t word;
        std::uint32_t thread;
        std::uint8_t bytes;
    };

    /// What follow() does where nothing can have raced, which is nearly always; else false, and
    /// nothing done.
    bool follow_plain(Word& word, Access access) {
        const auto code = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code));
        if (order_->used()) [[unlikely]] {
            return false;
        }
        if (word.interval != interval_) {
            word.renew(interval_);
        } else {
            const bool written = word.writer.thread != no_thread && word.writer.thread != thread_;
            const bool read = access.store && word.readers.last.thread != no_thread;
            if (written || read || word.split || word.has_atomics) [[unlikely]] {
                return false;
            }
        }
        const Party self{thread_, 0, code};
        if (access.store) {
            word.writer = self;
        } else {
            join(word.readers, self);
        }
        return true;
    }

    static void join(Crowd& crowd, const Party& self) {
        const std::uint32_t lane = std::uint32_t{1} << self.thread % warp_lanes;
        const bool other_warp = crowd.last.thread / warp_lanes != self.thread / warp_lanes;
        if (crowd.last.thread != self.thread && crowd.last.thread != no_thread) {
            crowd.other = crowd.last;
            if (other_warp) {
                crowd.distant = crowd.last;
            }
        }
        crowd.lanes = other_warp ? lane : crowd.lanes | lane;
        crowd.last = self;
    }

    void report_unwritten();
    void follow_bytes(const Access& access);
    [[gnu::noinline]] void follow_parts(std::size_t word, std::uint8_t bytes, const Access& access);
    bool follow(std::size_t slot, const Access& access);
    void split(std::size_t word);
    void remember(Crowd& crowd, std::vector<LaneNotes>& notes, std::size_t slot, const Party& self);
    [[gnu::noinline]] void remember_atomic(Word& word, std::size_t slot, const Party& self);
    [[gnu::noinline]] void note_lane(std::vector<LaneNotes>& notes, std::size_t slot,
                                     const Party& self, bool anew);
    [[gnu::noinline]] bool check_order(const Access& access, const Party& self,
                                       const Party& earlier, bool earlier_wrote);
    bool check(const Access& access, const Party& self, const Party& earlier, bool earlier_wrote);
    [[gnu::noinline]] bool check(const Access& access, const Party& self, const Crowd& earlier,
                                 const std::vector<LaneNotes>& notes, std::size_t slot,
                                 bool earlier_wrote);
    [[nodiscard]] Party self_of(const Access& access) const;

    [[nodiscard]] std::size_t first_byte_slot(std::size_t word) const {
        return word_count_ + word * word_bytes;
    }

    const WarpOrder* order_ = nullptr; ///< of the worker's runner
    std::uint16_t thread_ = 0;         ///< that runs
    std::uintptr_t shared_begin_ = 0;
    std::size_t word_count_ = 0;
    /// A slot for each word; then, once a word was split, one for each byte.
    std::vector<Word> slots_;
    // By slot; empty as long as nobody needs them.
    std::vector<Crowd> atomics_;
    std::vector<LaneNotes> reader_notes_;
    std::vector<LaneNotes> atomic_notes_;
    std::vector<std::uint8_t> written_;  ///< a bit for each byte of a word: written in this block
    std::vector<EarlyRead> early_reads_; ///< since the last barrier
    std::uint32_t interval_ = 1;         ///< counts barriers and blocks of this worker
};

} // namespace kit::runtime
