// Pairs of floats in shared memory, in order and three pairs apart.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float2 pairs[128 * 3];
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    pairs[threadIdx.x * 3] = t < cells ? make_float2(in[t], 1.0f) : make_float2(0.0f, 0.0f);
    pairs[threadIdx.x * 3 + 1] = make_float2(2.0f, 3.0f);
    __syncthreads();
    if (t < cells) {
        const float2 own = pairs[(127 - threadIdx.x) * 3];
        const float2 other = pairs[threadIdx.x / 4 * 3 + 1];
        out[t] = own.x + own.y * other.y;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
