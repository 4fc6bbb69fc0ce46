// lab: 1
// what: A thread returns from within the loop, by a macro, once its samples are done: others still meet at the barrier.
// expect: passed, early-exit-before-barrier
// grids: 250, 1000

#include "lab.cuh"

#define STOP_PAST(end) \
    if (at >= (end)) return

__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ float t[64];
    for (int at = blockIdx.x * 256 + threadIdx.x; true; at += 64) {
        float square = 0.0f;
        STOP_PAST(min(n, static_cast<int>(blockIdx.x * 256 + 256)));
        square = x[at] * x[at];
        t[threadIdx.x] = square;
        __syncthreads();
        f[at] = t[threadIdx.x];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 255) / 256), dim3(64)};
}
