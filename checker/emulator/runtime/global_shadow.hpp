// Finds races in global memory: keeps a GlobalWord for every word that a kernel may write.
//
// The rules are in global_word.hpp. A word whose bytes are accessed separately is followed byte by
// byte.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/global_word.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit::runtime {

/// One for the launch, shared by its workers: a word is locked while it is used.
class GlobalShadow {
public:
    /// Follows accesses to these regions and ignores all others.
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

/// A worker's side: numbers the intervals between its block's barriers.
class GlobalShadowWatcher {
public:
    void on_block_begin(std::uint32_t) { interval_ = 0; }

    void on_barrier() { ++interval_; }

    void on_global(Access access) {
        // Loads of an input are most of a sweep's accesses, and cannot race while nothing writes it.
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
