// Both branches begin with the same load: one instruction of the machine, or two.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t >= n * n * n) {
        return;
    }
    if (t % 2 == 0) {
        const float v = in[t];
        out[t] = v * v;
    } else {
        const float v = in[t];
        out[t] = v + 1.0f;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
