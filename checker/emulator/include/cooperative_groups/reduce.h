// A value from all threads of a tile or of a coalesced group, in each of them.
#pragma once

#include "../cooperative_groups.h"

#pragma clang force_cuda_host_device begin

namespace cooperative_groups {

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};

template <class T>
struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T>
struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T>
struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};

template <class T>
struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};

template <class T>
struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, class Parent, class T, class Operation>
T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
    for (unsigned int step = Size / 2; step > 0; step /= 2) {
        value = operation(value, tile.shfl_xor(value, static_cast<int>(step)));
    }
    return value;
}

template <class T, class Operation>
T reduce(const coalesced_group& group, T value, Operation operation) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank) {
        result = operation(result, group.shfl(value, rank));
    }
    return result;
}

} // namespace cooperative_groups

#pragma clang force_cuda_host_device end
