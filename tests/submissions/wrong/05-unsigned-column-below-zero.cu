// lab: 5
// what: Column -1 of the tile is read with an unsigned index.
// expect: out-of-bounds-shared

#include "lab.cuh"
constexpr int S = 8;
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float t[S][S];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int k = blockIdx.x * S + tx, j = blockIdx.y * S + ty, i = blockIdx.z;
    const bool cell = k < n && j < n;
    if (cell) t[ty][tx] = in[(i * n + j) * n + k];
    __syncthreads();
    if (!cell || i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    const float left = t[ty][tx - 1];  // <-- out-of-bounds-shared
    const int h = (i * n + j) * n + k;
    out[h] = c[0] * in[h] + c[1] * left + c[2] * in[h + 1] + c[3] * in[h - n] + c[4] * in[h + n] + c[5] * in[h - n * n] + c[6] * in[h + n * n];
}
LaunchConfig launch_config(int n) { const int b = (n + S - 1) / S; return {dim3(b, b, n), dim3(S, S)}; }
