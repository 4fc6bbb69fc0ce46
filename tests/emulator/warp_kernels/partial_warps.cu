// Blocks of 50 threads, so that the second warp has 18, and branches that part lanes.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 50 + threadIdx.y * 10 + threadIdx.x;
    const int cells = n * n * n;
    if (t >= cells) {
        return;
    }
    if (t % 3 == 0) {
        out[t] = in[t];
    } else if (t % 3 == 1 && t + 64 < cells) {
        out[t] = in[t + 1] * in[t + 64];
    }
    float sum = 0.0f;
    for (int step = 0; step < static_cast<int>(threadIdx.x); ++step) {
        sum += in[(t + 8 * step) % cells];
    }
    if (threadIdx.x > 0) {
        out[t] = sum;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 49) / 50), dim3(10, 5)};
}
