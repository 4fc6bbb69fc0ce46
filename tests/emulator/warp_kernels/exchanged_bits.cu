// Neighbours by an exclusive or, within and beyond a warp.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const int end = cells / 64 * 64;
    if (t < end) {
        out[t ^ 5] = in[t ^ 37];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
