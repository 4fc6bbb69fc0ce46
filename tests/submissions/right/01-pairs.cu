// lab: 1
// what: A thread takes two samples at once, the last thread maybe one.
// expect: passed

#include "lab.cuh"

__device__ float square(float value) {
    return value * value;
}

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        const float2 pair = *reinterpret_cast<const float2*>(x + i);
        *reinterpret_cast<float2*>(f + i) = make_float2(square(pair.x), square(pair.y));
    } else if (i < n) {
        f[i] = square(x[i]);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3(((n + 1) / 2 + 63) / 64), dim3(64)};
}
