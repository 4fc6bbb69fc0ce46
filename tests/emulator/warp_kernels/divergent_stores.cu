// Three branches, each with a store of its own to the same cell.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t >= n * n * n) {
        return;
    }
    const float v = in[t];
    if (t % 3 == 0) {
        out[t] = v;
    } else if (t % 3 == 1) {
        out[t] = v * v;
    } else {
        out[t] = v * v * v - 1.0f;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
