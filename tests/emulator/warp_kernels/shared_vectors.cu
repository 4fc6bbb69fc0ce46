// 16-byte accesses of shared memory: rows (no conflicts), then a pattern where lanes of a
// quarter-warp meet in the same banks.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float4 tile[128];
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int vectors = n * n * n / 4;
    const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    tile[threadIdx.x] = t < vectors ? reinterpret_cast<const float4*>(in)[t] : zero;
    __syncthreads();
    if (t < vectors) {
        reinterpret_cast<float4*>(out)[t] = tile[threadIdx.x * 4 % 128 + threadIdx.x / 32];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 4 + 127) / 128), dim3(128)};
}
