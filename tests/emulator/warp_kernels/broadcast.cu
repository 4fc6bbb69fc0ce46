// All lanes read the same address, of global and of shared memory: one sector, one pass.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float rows[4];
    const int t = blockIdx.x * 128 + threadIdx.y * 32 + threadIdx.x;
    if (threadIdx.x == 0) {
        rows[threadIdx.y] = in[blockIdx.x];
    }
    __syncthreads();
    if (t < n * n * n) {
        out[t] = in[blockIdx.x] + rows[threadIdx.y] + rows[threadIdx.x % 2];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(32, 4)};
}
