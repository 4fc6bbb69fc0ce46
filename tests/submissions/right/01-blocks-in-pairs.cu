// lab: 1
// what: Two blocks compute each other's samples and wait for a flag before they fetch their own.
// expect: passed
// grids: 257, 1000

#include "lab.cuh"

__device__ float handed[2048];
__device__ volatile int ready[32];

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int partner = blockIdx.x ^ 1;
    const int for_partner = partner * 64 + threadIdx.x;
    if (for_partner < n) {
        const float value = x[for_partner];
        handed[for_partner] = value * value;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        ready[blockIdx.x] = 1;
        while (ready[partner] == 0) {
        }
        __threadfence();
    }
    __syncthreads();
    const int own = blockIdx.x * 64 + threadIdx.x;
    if (own < n) {
        f[own] = handed[own];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 127) / 128 * 2), dim3(64)};
}
