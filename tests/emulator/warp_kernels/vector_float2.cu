// 8 bytes a lane in one access: a request of 8 sectors.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t < n * n * n / 2) {
        reinterpret_cast<float2*>(out)[t] = reinterpret_cast<const float2*>(in)[t];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 2 + 127) / 128), dim3(128)};
}
