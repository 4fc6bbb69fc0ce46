// lab: 2
// what: A warp holds 32 values in its lanes' registers; windows are put together by shuffles.
// expect: passed

#include "lab.cuh"

constexpr unsigned FULL = 0xffffffffu;
constexpr int WARPS = 4;

// Lanes 0 to 31 hold `base` to `base + 31`; the first 32 - 2R of them own the window that begins there.
template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int W = 2 * R + 1;
    constexpr int OWNERS = 32 - 2 * R;
    const int lane = threadIdx.x & 31;
    const int warp = blockIdx.x * WARPS + threadIdx.x / 32;
    const int begin = warp * OWNERS + lane;
    const T mine = begin < n ? f[begin] : T(0);
    T middle = 0;
#pragma unroll
    for (int p = 0; p < W; ++p) {
        middle += c[R * W + p] * __shfl_down_sync(FULL, mine, p);
    }
    if (lane < OWNERS && begin + W <= n) {
        df[begin + R] = middle;
    }
    // The ends, by the first warp of all: 2R points, the low ones first.
    if (warp != 0 || lane >= 2 * R) {
        return;
    }
    const bool low = lane < R;
    const int i = low ? lane : n - 2 * R + lane;
    if (n < W) {
        for (int at = lane; at < n; at += 2 * R) {
            df[at] = 0;
        }
        return;
    }
    const int first = low ? 0 : n - W;
    T end = 0;
    for (int p = 0; p < W; ++p) {
        end += c[(i - first) * W + p] * f[first + p];
    }
    df[i] = end;
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    const int windows = max(n - 2 * R, 1);
    const int per_block = WARPS * (32 - 2 * R);
    return {dim3((windows + per_block - 1) / per_block), dim3(32 * WARPS)};
}
