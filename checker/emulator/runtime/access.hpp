// One memory access of a kernel, and what watches them.
//
// The submission's code calls the runtime before every access (instrumentation.cpp); the access is
// sorted by the memory it goes to, held against the bounds of the array it names, and handed to
// each watcher of `Watchers`. A check is added by writing a class with the functions it needs and
// naming it in that tuple; calls are resolved at compile time, because this runs 20 million times a
// second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace kit::runtime {

struct Access {
    std::uintptr_t address;
    std::uint32_t bytes;
    bool store;
    bool atomic;      ///< a read-modify-write; `store` is set
    const void* code; ///< where the access's call returns to
};

/// Counts the bytes that plain loads and stores name. The hardware counts atomics apart, and so
/// they are left out.
class ByteCounter {
public:
    void on_shared(const Access& access) { add(access, shared_); }

    void on_global(const Access& access) { add(access, global_); }

    struct Bytes {
        std::uint64_t loaded = 0;
        std::uint64_t stored = 0;
    };

    [[nodiscard]] const Bytes& shared() const { return shared_; }

    [[nodiscard]] const Bytes& global() const { return global_; }

private:
    static void add(const Access& access, Bytes& bytes) {
        if (access.atomic) {
            return;
        }
        (access.store ? bytes.stored : bytes.loaded) += access.bytes;
    }

    Bytes shared_;
    Bytes global_;
};

/// Everything that watches the accesses of one worker's blocks. A watcher may have
/// - on_shared(const Access&), on_global(const Access&): before the access is made, in bounds of
/// its array;
/// - on_block_begin(std::uint32_t threads), on_block_end();
/// - on_barrier(): all threads of the block that have not returned met.
/// Which thread it is, and in which block, is in thread_state.hpp.
using Watchers = std::tuple<ByteCounter>;

template <class Call>
void each_watcher(Watchers& watchers, Call&& call) {
    std::apply([&](auto&... watcher) { (call(watcher), ...); }, watchers);
}

/// Calls a function that not every watcher has.
#define KIT_TELL_WATCHERS(watchers, call)                                                          \
    each_watcher(watchers, [&](auto& watcher) {                                                    \
        if constexpr (requires { watcher.call; }) {                                                \
            watcher.call;                                                                          \
        }                                                                                          \
    })

} // namespace kit::runtime
