// The same members as a structure of arrays: four streams, side by side.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const int part = cells / 4;
    if (t < part) {
        const float sum = in[t] + in[part + t] + in[2 * part + t] + in[3 * part + t];
        out[t] = sum;
        out[3 * part + t] = 2 * sum;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
