// A stencil along a row of which neighbours come by shuffles, and the row's ends from memory.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const float here = in[min(t, cells - 1)];
    float left = __shfl_up_sync(0xffffffffu, here, 1);
    float right = __shfl_down_sync(0xffffffffu, here, 1);
    if (threadIdx.x % 32 == 0 && t > 0) {
        left = in[min(t, cells - 1) - 1];
    }
    if (threadIdx.x % 32 == 31 && t + 1 < cells) {
        right = in[t + 1];
    }
    if (t >= 1 && t < cells - 1) {
        out[t] = left + here + right;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
