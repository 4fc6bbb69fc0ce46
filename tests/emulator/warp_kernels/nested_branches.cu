// Branches in branches: a quarter, an eighth and the rest of the lanes.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t >= cells) {
        return;
    }
    if (t % 4 == 0) {
        if (t % 8 == 0) {
            out[t] = in[t] + 1.0f;
        } else {
            out[t] = in[t / 2] + 2.0f;
        }
    } else if (t % 4 == 3) {
        out[t] = in[t / 4] + 3.0f;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
