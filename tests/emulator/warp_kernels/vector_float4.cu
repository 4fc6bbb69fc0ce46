// 16 bytes a lane in one access: a request of 16 sectors.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t < n * n * n / 4) {
        reinterpret_cast<float4*>(out)[t] = reinterpret_cast<const float4*>(in)[t];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 4 + 127) / 128), dim3(128)};
}
