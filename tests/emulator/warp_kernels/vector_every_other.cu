// Every other vector of 2 floats.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (4 * t + 1 < cells) {
        reinterpret_cast<float2*>(out)[2 * t] = reinterpret_cast<const float2*>(in)[2 * t];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
