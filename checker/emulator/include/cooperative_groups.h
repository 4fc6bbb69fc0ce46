// Cooperative groups: the block, tiles of a warp, and the threads of a warp that come to a place together. Other
// groups are missing.
#pragma once

#include "cuda_runtime.h"

#pragma clang force_cuda_host_device begin

namespace cooperative_groups {

/// All threads of the block.
class thread_block {
public:
    static void sync(kit_line line = KIT_LINE) { __syncthreads(line); }

    static unsigned int thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }

    static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned int size() { return num_threads(); }
    static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    static dim3 dim_threads() { return {blockDim.x, blockDim.y, blockDim.z}; }
    static dim3 group_dim() { return dim_threads(); }

private:
    thread_block() = default;
    friend thread_block this_thread_block();
};

inline thread_block this_thread_block() { return {}; }

/// `Size` neighbouring lanes of a warp.
template <unsigned int Size, class Parent = void>
class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads here");

public:
    static constexpr unsigned int num_threads() { return Size; }
    static constexpr unsigned int size() { return Size; }
    static unsigned int thread_rank() { return lane() % Size; }
    static unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned int meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    static void sync() { __syncwarp(mask()); }

    template <class T>
    static T shfl(T value, int rank) {
        return __shfl_sync(mask(), value, rank, Size);
    }

    template <class T>
    static T shfl_up(T value, unsigned int steps) {
        return __shfl_up_sync(mask(), value, steps, Size);
    }

    template <class T>
    static T shfl_down(T value, unsigned int steps) {
        return __shfl_down_sync(mask(), value, steps, Size);
    }

    template <class T>
    static T shfl_xor(T value, int bits) {
        return __shfl_xor_sync(mask(), value, bits, Size);
    }

    static int any(int predicate) { return __any_sync(mask(), predicate); }
    static int all(int predicate) { return __all_sync(mask(), predicate); }

    static unsigned int ballot(int predicate) {
        return __ballot_sync(mask(), predicate) >> first_lane();
    }

    template <class T>
    static unsigned int match_any(T value) {
        return __match_any_sync(mask(), value) >> first_lane();
    }

    template <class T>
    static unsigned int match_all(T value, int& all_equal) {
        return __match_all_sync(mask(), value, &all_equal) >> first_lane();
    }

private:
    static unsigned int lane() { return thread_block::thread_rank() % 32; }
    static unsigned int first_lane() { return lane() / Size * Size; }

    static unsigned int mask() {
        return Size == 32 ? 0xffffffffu : ((1u << Size % 32) - 1) << first_lane();
    }
};

template <unsigned int Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
    return {};
}

template <unsigned int Size, unsigned int Larger, class Parent>
thread_block_tile<Size, thread_block_tile<Larger, Parent>>
tiled_partition(const thread_block_tile<Larger, Parent>&) {
    static_assert(Size <= Larger, "a tile is no larger than what it is a part of");
    return {};
}

/// The threads of a warp that came to coalesced_threads() together, ranked by their lanes.
class coalesced_group {
public:
    unsigned int num_threads() const { return __popc(lanes_); }
    unsigned int size() const { return num_threads(); }
    unsigned int thread_rank() const { return __popc(lanes_ & ((1u << lane()) - 1)); }
    static unsigned int meta_group_rank() { return 0; }
    static unsigned int meta_group_size() { return 1; }
    void sync() const { __syncwarp(lanes_); }

    template <class T>
    T shfl(T value, unsigned int rank) const {
        return __shfl_sync(lanes_, value, lane_of(rank));
    }

    /// Past the first thread, as past the last one, a thread gets its own value.
    template <class T>
    T shfl_up(T value, unsigned int steps) const {
        const unsigned int rank = thread_rank();
        return shfl(value, steps > rank ? rank : rank - steps);
    }

    template <class T>
    T shfl_down(T value, unsigned int steps) const {
        const unsigned int rank = thread_rank();
        return shfl(value, steps >= size() - rank ? rank : rank + steps);
    }

    int any(int predicate) const { return __any_sync(lanes_, predicate); }
    int all(int predicate) const { return __all_sync(lanes_, predicate); }

    /// Bit r is the thread of rank r, here and in matches.
    unsigned int ballot(int predicate) const {
        return ranks(__ballot_sync(lanes_, predicate));
    }

    template <class T>
    unsigned int match_any(T value) const {
        return ranks(__match_any_sync(lanes_, value));
    }

    template <class T>
    unsigned int match_all(T value, int& all_equal) const {
        return ranks(__match_all_sync(lanes_, value, &all_equal));
    }

private:
    explicit coalesced_group(unsigned int lanes) : lanes_(lanes) {}
    friend coalesced_group coalesced_threads();

    static unsigned int lane() { return thread_block::thread_rank() % 32; }

    /// Of a rank that nobody has: a lane that may be outside the group.
    int lane_of(unsigned int rank) const {
        unsigned int rest = lanes_;
        for (; rank > 0 && rest != 0; --rank) {
            rest &= rest - 1;
        }
        return __ffs(static_cast<int>(rest)) - 1;
    }

    unsigned int ranks(unsigned int lanes) const {
        unsigned int result = 0;
        unsigned int rank = 0;
        for (unsigned int rest = lanes_; rest != 0; rest &= rest - 1) {
            result |= (lanes & rest & (0u - rest)) != 0 ? 1u << rank : 0;
            ++rank;
        }
        return result;
    }

    unsigned int lanes_;
};

/// Inlined, so that each place in the source is told from the others.
__attribute__((always_inline)) inline coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

inline void sync(const thread_block&, kit_line line = KIT_LINE) { __syncthreads(line); }

template <unsigned int Size, class Parent>
void sync(const thread_block_tile<Size, Parent>& tile, kit_line = {}) {
    tile.sync();
}

inline void sync(const coalesced_group& group, kit_line = {}) { group.sync(); }

template <class Group>
unsigned int thread_rank(const Group& group) {
    return group.thread_rank();
}

template <class Group>
unsigned int group_size(const Group& group) {
    return group.size();
}

} // namespace cooperative_groups

#pragma clang force_cuda_host_device end
