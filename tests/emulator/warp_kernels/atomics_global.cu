// Atomics on global memory beside loads and stores: they are neither.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t < cells) {
        out[t] = in[t];
        if (t % 64 == 0 && t + 1 < cells) {
            atomicAdd(&out[t], 1.0f);
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
