// What is remembered of every word of global memory that a kernel writes: who raced with whom.
//
// The rules are those of a word (global_word.hpp). A word whose bytes are used apart is followed byte
// by byte.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/global_word.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit::runtime {

/// One for the launch, shared by its workers: a word is locked while it is looked at.
class GlobalShadow {
public:
    /// Follows the regions given; others are not looked at.
    explicit GlobalShadow(const std::vector<Region>& regions);
    ~GlobalShadow();
    GlobalShadow(const GlobalShadow&) = delete;
    GlobalShadow& operator=(const GlobalShadow&) = delete;

    void follow(const Access& access, const Region& region);

private:
    struct Followed {
        Region region;
        std::uint64_t word_count = 0;
        GlobalWord* words = nullptr;
        std::atomic<GlobalWord*> bytes_of = nullptr; ///< four for each word, once one was split
    };

    [[nodiscard]] static GlobalWord* map_words(std::uint64_t count);
    [[nodiscard]] Followed* find(const Region& region);
    void split(Followed& followed, std::uint64_t number);
    bool follow_word(GlobalWord& word, const Access& access, const Region& region);

    std::vector<Followed> followed_;
};

/// The worker's side: what it does since the block's last barrier has a number.
class GlobalShadowWatcher {
public:
    void on_block_begin(std::uint32_t) { interval_ = 0; }

    void on_barrier() { ++interval_; }

    void on_global(Access access) {
        // Loads of what is only read are most of a sweep's, and cannot race.
        if (access.region->use != Region::Use::input || access.store || follow_inputs_) {
            follow(access.apart());
        }
    }

    void set_follow_inputs(bool follow) { follow_inputs_ = follow; }

    [[nodiscard]] std::uint32_t interval() const { return interval_; }

private:
    void follow(const Access& access);

    bool follow_inputs_ = false;
    std::uint32_t interval_ = 0;
};

} // namespace kit::runtime
