// Loads by __ldg() and of a volatile array.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const volatile float* const again = in;
    if (t < cells) {
        out[t] = __ldg(&in[t]) + again[t / 2];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
