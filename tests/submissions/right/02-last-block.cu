// lab: 2
// what: Blocks write half of each sum; the last one to finish, found by a counter, adds the other half.
// expect: passed
// grids: 1, 2, 7, 130, 1000

#include "lab.cuh"

__device__ unsigned finished; // blocks; wraps to 0 with the last one

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int W = 2 * R + 1;
    __shared__ bool is_last;
    const auto part = [&](int i, int from, int to) {
        const int window = max(0, min(i - R, n - W));
        T sum = 0;
        for (int p = from; n >= W && p < to; ++p) {
            sum += f[window + p] * c[(i - window) * W + p];
        }
        return sum;
    };
    const int mine = blockDim.x * blockIdx.x + threadIdx.x;
    if (mine < n) {
        df[mine] = part(mine, 0, R);
    }
    __threadfence(); // the half sum, before the block counts as finished
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        __threadfence(); // the counter, before the other blocks' half sums
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            df[i] += part(i, R, W);
        }
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + 31) / 32), dim3(32)};
}
