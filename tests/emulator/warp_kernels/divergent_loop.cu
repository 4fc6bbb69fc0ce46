// Lanes leave a loop that is not unrolled after one to four rounds.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t >= cells) {
        return;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int step = 0; step <= threadIdx.x % 4; ++step) {
        sum += in[(t + 32 * step) % cells];
    }
    out[t] = sum;
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
