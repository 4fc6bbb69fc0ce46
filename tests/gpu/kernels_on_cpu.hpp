// The kit's own kernels, kit_kernels.cu as it is, compiled for the CPU: each launch is one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#define __global__
#define __device__

namespace {

struct {
    unsigned x = 0;
} const blockIdx, threadIdx;

struct {
    unsigned x = 1;
} const gridDim, blockDim;

struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

template <class Change>
void change(unsigned long long* at, const Change& make) {
    // As bytes: the kernels' counters are of another type with the same bits.
    unsigned long long value = 0;
    std::memcpy(&value, at, sizeof value);
    value = make(value);
    std::memcpy(at, &value, sizeof value);
}

[[maybe_unused]] void atomicAdd(unsigned long long* at, unsigned long long more) {
    change(at, [more](unsigned long long value) { return value + more; });
}

[[maybe_unused]] void atomicMin(unsigned long long* at, unsigned long long other) {
    change(at, [other](unsigned long long value) { return std::min(value, other); });
}

[[maybe_unused]] void atomicMax(unsigned long long* at, unsigned long long other) {
    change(at, [other](unsigned long long value) { return std::max(value, other); });
}

[[maybe_unused]] long long __double_as_longlong(double value) {
    long long bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

} // namespace

#include "checker/gpu/kernels/kit_kernels.cu"
