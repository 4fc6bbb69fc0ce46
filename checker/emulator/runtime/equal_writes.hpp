// Tells races of two stores of the same value from those of different ones: the former do no harm on today's
// GPUs.
//
// A store is announced before it is made. So what the memory holds then, which the earlier store left, is
// compared with what it holds when the thread that stores has stopped. If it is equal there, it must still be
// when the stores are in order with all that follows: at the block's barrier, or at the end of the launch for
// blocks. A value that one of the threads stores later may be lost on a GPU.
#pragma once

#include "checker/emulator/wire.hpp"

#include <cstdint>
#include <vector>

namespace kit::runtime {

class EqualWrites {
public:
    /// For a program whose blocks run one after the other. Without this call races in global memory are not
    /// compared, since another worker may store there in between.
    void compare_global() { compares_global_ = true; }

    [[nodiscard]] bool compares_global() const { return compares_global_; }

    /// Which stores race.
    enum class Stores { of_a_block, of_two_blocks };

    /// The current thread is about to store to this word, or byte, that another one has stored to. `race` may be
    /// null.
    void on_racing_store(Event* race, std::uintptr_t address, std::uint32_t bytes, Stores stores);

    void on_thread(std::uint32_t) {
        if (!begun_.empty()) [[unlikely]] {
            compare();
        }
    }

    void on_barrier() { on_block_end(); }

    void on_block_end() {
        if (!begun_.empty() || !of_block_.empty()) [[unlikely]] {
            compare();
            confirm(of_block_);
        }
    }

    void on_launch_end() { confirm(of_launch_); }

private:
    struct Store {
        Event* race;
        std::uintptr_t address;
        std::uint32_t value;
        std::uint8_t bytes;
        Stores stores;
        std::uint64_t count; ///< how many, all the same
    };

    [[nodiscard]] static bool is_equal(const Store& store);
    [[gnu::noinline]] void compare();
    /// Makes one of equal entries.
    [[gnu::noinline]] static void merge(std::vector<Store>& stores);
    [[gnu::noinline]] static void confirm(std::vector<Store>& stores);

    std::vector<Store> begun_; ///< of the thread that runs: with the value before
    std::vector<Store> of_block_;
    std::vector<Store> of_launch_;
    bool compares_global_ = false;
    bool merges_ = true; ///< a full list
};

} // namespace kit::runtime
