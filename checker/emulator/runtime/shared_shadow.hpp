// What is remembered of every word of shared memory: enough to say who raced with whom.
//
// Two accesses of one word by different threads race when one of them writes and nothing orders
// them: no barrier of the block between them, and no operation of their warp. The shadow keeps the
// accesses since the last barrier: the last writer, the last reader, the last reader that is
// another thread, and a reader of another warp. So a race is found by its cause, whatever the order
// in which the emulator happened to run the threads, and whatever the values were.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/warp_order.hpp"

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

    void on_shared(const Access& access) {
        const std::uint64_t offset = access.address - shared_begin_;
        const std::uint64_t number = offset / word_bytes;
        // Whole words make nearly all accesses.
        if (access.bytes != word_bytes || offset % word_bytes != 0 || access.atomic ||
            (!access.store && written_[number] != all_bytes)) [[unlikely]] {
            follow_bytes(access);
            return;
        }
        written_[number] = all_bytes;
        follow(words_[number], access);
    }

private:
    static constexpr std::uint32_t word_bytes = 4;
    static constexpr std::uint8_t all_bytes = 0xf;

    struct Party {
        std::uint16_t thread = no_thread;
        std::uint16_t moment = 0; ///< the thread's moment in its warp's order
        std::uint32_t code = 0;
    };

    /// Valid for the interval between barriers that it names; anything older is forgotten.
    struct Word {
        std::uint32_t interval = 0;
        bool writer_is_atomic = false;
        Party writer;
        Party reader;
        Party other_reader;   ///< another thread than `reader`
        Party distant_reader; ///< of another warp than `reader`
    };

    static constexpr std::uint16_t no_thread = 0xffff;

    /// A read of bytes that nobody had written by then.
    struct EarlyRead {
        Access access;
        std::uint64_t word;
        std::uint32_t thread;
        std::uint8_t bytes;
    };

    void report_unwritten();
    void follow_bytes(const Access& access);
    void follow(Word& word, const Access& access);
    void remember_reader(Word& word, const Party& self) const;
    void check(const Access& access, const Party& self, const Party& earlier, bool earlier_wrote);
    [[nodiscard]] Party self_of(const Access& access) const;

    std::uintptr_t shared_begin_ = 0;
    std::vector<Word> words_;
    std::vector<std::uint8_t> written_;  ///< a bit for each byte of a word: written in this block
    std::vector<EarlyRead> early_reads_; ///< since the last barrier
    std::uint32_t interval_ = 1;         ///< counts barriers and blocks of this worker
};

} // namespace kit::runtime
