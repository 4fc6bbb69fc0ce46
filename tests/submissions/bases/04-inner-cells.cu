// Lab 04 by one thread for each inner cell, counted from row to row.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int m = n - 2;
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= m * m * m) {
        return;
    }
    const int k = t % m + 1;
    const int j = t / m % m + 1;
    const int i = t / (m * m) + 1;
    const int p = (i * n + j) * n + k;
    out[p] = c[0] * in[p] + c[1] * in[p - 1] + c[2] * in[p + 1] + c[3] * in[p - n] + c[4] * in[p + n] +
             c[5] * in[p - n * n] + c[6] * in[p + n * n];
}

LaunchConfig launch_config(int n) {
    const int m = n - 2;
    return {dim3((m * m * m + 255) / 256), dim3(256)};
}
