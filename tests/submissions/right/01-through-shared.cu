// lab: 1
// what: The samples go through shared memory and are computed by the block in reverse order.
// expect: passed

#include "lab.cuh"

constexpr int BLOCK = 128;

__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ float samples[BLOCK];
    const int start = blockIdx.x * BLOCK;
    if (start + static_cast<int>(threadIdx.x) < n) {
        samples[threadIdx.x] = x[start + threadIdx.x];
    }
    __syncthreads();
    const int other = BLOCK - 1 - threadIdx.x;
    if (start + other < n) {
        f[start + other] = samples[other] * samples[other];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + BLOCK - 1) / BLOCK), dim3(BLOCK)};
}
