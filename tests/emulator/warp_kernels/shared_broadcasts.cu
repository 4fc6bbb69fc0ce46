// One word for all lanes, and two words of one bank for half of them each.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[256];
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    tile[threadIdx.x] = t < cells ? in[t] : 0.0f;
    tile[threadIdx.x + 128] = 1.0f;
    __syncthreads();
    if (t < cells) {
        out[t] = tile[blockIdx.x % 64] * tile[threadIdx.x % 2 * 32 + 64];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
