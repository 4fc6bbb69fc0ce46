// Vectors of 4 floats from the second vector on: a warp begins in the middle of a sector.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (4 * t + 7 < cells) {
        const float4 four = reinterpret_cast<const float4*>(in)[t + 1];
        reinterpret_cast<float4*>(out)[t] = four;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
