// The checks that watch a kernel's accesses, and the calls they get.
//
// The submission's code calls the runtime before every access (instrumentation.cpp); the access is
// sorted by the memory it goes to, held against the bounds of the array it names, and handed to
// each watcher. A check is added by writing a class with the functions it needs and naming it in
// the tuple; calls are resolved at compile time, because this runs 20 million times a second.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/async_copies.hpp"
#include "checker/emulator/runtime/equal_writes.hpp"
#include "checker/emulator/runtime/global_shadow.hpp"
#include "checker/emulator/runtime/shared_shadow.hpp"
#include "checker/emulator/runtime/warp_counters.hpp"

#include <tuple>

namespace kit::runtime {

/// Counts the bytes that loads and stores name. The hardware counts atomics separately, so they are
/// left out.
class ByteCounter {
public:
    void on_shared(Access access) { add(access, shared_); }

    void on_global(Access access) {
        add(access, global_);
        if (access.region != nullptr && access.region->gpu != gpu_) [[unlikely]] {
            add(access, remote_);
        }
        input_atomics_ += access.atomic && access.region->use == Region::Use::input ? 1 : 0;
    }

    /// The GPU that the blocks run on from now on.
    void set_gpu(std::uint32_t gpu) { gpu_ = gpu; }

    void on_block_begin(std::uint32_t) { before_block_ = global_.stored + global_.atomics; }

    void on_block_end() {
        idle_blocks_ += global_.stored + global_.atomics == before_block_ ? 1 : 0;
    }

    /// Blocks that made no store and no atomic operation in global memory.
    [[nodiscard]] std::uint64_t idle_blocks() const { return idle_blocks_; }

    /// Atomic operations on arrays that a kernel should only read.
    [[nodiscard]] std::uint64_t input_atomics() const { return input_atomics_; }

    struct Bytes {
        std::uint64_t loaded = 0;
        std::uint64_t stored = 0;
        std::uint64_t atomics = 0; ///< how many, not bytes
    };

    [[nodiscard]] const Bytes& shared() const { return shared_; }

    [[nodiscard]] const Bytes& global() const { return global_; }

    /// The part of them that went to other GPUs' memory.
    [[nodiscard]] const Bytes& remote() const { return remote_; }

private:
    static void add(Access access, Bytes& bytes) {
        if (access.atomic || access.of_copy) {
            bytes.atomics += access.atomic ? 1 : 0;
            return;
        }
        (access.store ? bytes.stored : bytes.loaded) += access.bytes;
    }

    Bytes shared_;
    Bytes global_;
    Bytes remote_;
    std::uint32_t gpu_ = 0;
    std::uint64_t before_block_ = 0; ///< its stored bytes and atomics
    std::uint64_t idle_blocks_ = 0;
    std::uint64_t input_atomics_ = 0;
};

/// Everything that watches the accesses of one worker's blocks, or is renewed with each. A watcher may have
/// - on_shared(Access), on_global(Access): before the access is made, in bounds;
/// - on_block_begin(std::uint32_t threads), on_block_end();
/// - on_barrier(): all threads of the block that have not returned met;
/// - on_thread(std::uint32_t thread): this thread of the block runs from now on;
/// - on_stop(bool returned): the thread that runs came to the block's barrier, or returned;
/// - on_pause(std::uint32_t warp): BlockRunner::pause() was called by lanes of this warp, and all
///   its lanes have done what they could.
/// thread_state.hpp has the current thread and block.
using Watchers = std::tuple<ByteCounter, SharedShadow, GlobalShadowWatcher, WarpCounters,
                            AsyncCopies, EqualWrites>;

/// Always inlined: otherwise the access would have to be put into memory.
template <class Call>
[[gnu::always_inline]] inline void each_watcher(Watchers& watchers, const Call& call) {
    call(std::get<ByteCounter>(watchers));
    call(std::get<SharedShadow>(watchers));
    call(std::get<GlobalShadowWatcher>(watchers));
    call(std::get<WarpCounters>(watchers));
    call(std::get<AsyncCopies>(watchers));
    call(std::get<EqualWrites>(watchers));
}

/// Calls a function that not every watcher has.
#define KIT_CALL_WATCHERS(watchers, call)                                                          \
    each_watcher(                                                                                  \
        watchers, [&](auto& watcher) __attribute__((always_inline)) {                              \
            if constexpr (requires { watcher.call; }) {                                            \
                watcher.call;                                                                      \
            }                                                                                      \
        })

} // namespace kit::runtime
