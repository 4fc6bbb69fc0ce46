// lab: 1
// what: Blocks leave their squares in scratch memory; the block that is done last copies all of them.
// expect: passed
// grids: 255, 1000

#include "lab.cuh"

constexpr int SHARE = 64;

__device__ float scratch[1024];
__device__ unsigned int finished;

__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ bool is_last;
    const unsigned int sample = blockIdx.x * SHARE + threadIdx.x;
    if (sample < n) {
        scratch[sample] = x[sample] * x[sample];
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned int before = atomicInc(&finished, gridDim.x - 1);
        is_last = before == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        for (int copied = threadIdx.x; copied < n; copied += SHARE) {
            f[copied] = scratch[copied];
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + SHARE - 1) / SHARE), dim3(SHARE)};
}
