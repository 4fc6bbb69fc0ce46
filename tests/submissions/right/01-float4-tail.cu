// lab: 1
// what: Four samples at once, and a loop of single samples for what is left over.
// expect: passed

#include "lab.cuh"

__global__ void __launch_bounds__(128) sample_kernel(const float* __restrict__ x, float* __restrict__ f, int n) {
    const int fours = n / 4;
    const int stride = gridDim.x * blockDim.x;
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const auto* from = reinterpret_cast<const float4*>(x);
    auto* to = reinterpret_cast<float4*>(f);
    for (int q = t; q < fours; q += stride) {
        float4 v = __ldg(from + q);
        v.x *= v.x;
        v.y *= v.y;
        v.z *= v.z;
        v.w *= v.w;
        to[q] = v;
    }
    for (int i = 4 * fours + t; i < n; i += stride) {
        f[i] = x[i] * x[i];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3(min((n + 511) / 512, 64)), dim3(128)};
}
