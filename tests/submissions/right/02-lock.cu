// lab: 2
// what: Each block's greatest derivative goes into one for all, which a lock guards.
// expect: passed
// grids: 1, 2, 7, 130

#include "lab.cuh"

__device__ int lock;
__device__ double greatest;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    __shared__ T slopes[32];
    const int at = blockIdx.x * 32 + threadIdx.x;
    const int window = at < R ? 0 : at > n - 1 - R ? n - 1 - 2 * R : at - R;
    T slope = 0;
    if (at < n && n > 2 * R) {
        const T* weight = &c[(at - window) * (2 * R + 1)];
        for (int p = 0; p <= 2 * R; ++p) {
            slope += weight[p] * f[window + p];
        }
    }
    if (at < n) {
        df[at] = slope;
    }
    slopes[threadIdx.x] = slope;
    __syncthreads();
    if (threadIdx.x != 0) {
        return;
    }
    for (const T other : slopes) {
        slope = max(slope, other);
    }
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence(); // after taking
    if (slope > greatest) {
        greatest = slope;
    }
    __threadfence(); // before giving
    atomicExch(&lock, 0);
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + 31) / 32), dim3(32)};
}
