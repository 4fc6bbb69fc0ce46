// As vector_float4, but each component is worked on: the access must still be one of 16 bytes.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t < n * n * n / 4) {
        const float4 v = reinterpret_cast<const float4*>(in)[t];
        reinterpret_cast<float4*>(out)[t] =
            make_float4(c[0] * v.x, c[1] * v.y, c[2] * v.z, c[3] * v.w);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 4 + 127) / 128), dim3(128)};
}
