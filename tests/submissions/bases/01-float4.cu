#include "lab.cuh"

constexpr int BLOCK = 128;

__global__ void sample_kernel(const float* x, float* f, int n) {
    int i = 4 * (blockIdx.x * BLOCK + threadIdx.x);
    if (i + 3 < n) {
        float4 v = *reinterpret_cast<const float4*>(x + i);
        v.x *= v.x;
        v.y *= v.y;
        v.z *= v.z;
        v.w *= v.w;
        *reinterpret_cast<float4*>(f + i) = v;
    } else {
        for (; i < n; ++i)
            f[i] = x[i] * x[i];
    }
}

LaunchConfig launch_config(int n) {
    int quads = (n + 3) / 4;
    return {dim3((quads + BLOCK - 1) / BLOCK), dim3(BLOCK)};
}
