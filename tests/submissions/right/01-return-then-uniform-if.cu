// lab: 1
// what: Threads off the end return; the if round the barrier is the same for all others.
// expect: passed, early-exit-before-barrier

#include "lab.cuh"
__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ float t[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    t[threadIdx.x] = x[i];
    if (gridDim.x > 0) {
        __syncthreads();  // <-- early-exit-before-barrier
    }
    f[i] = t[threadIdx.x] * t[threadIdx.x];
}
LaunchConfig launch_config(int n) { return {dim3((n + 63) / 64), dim3(64)}; }
