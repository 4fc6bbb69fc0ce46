// lab: 5
// what: Each cell is loaded seven times, by atomic operations that add nothing.
// expect: technique-missing
// grids: 33

#include "lab.cuh"
__device__ float loaded(const float* in, int p) { return atomicAdd((float*)in + p, 0.0f); }
__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = blockIdx.x * 8 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z * 8 + threadIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    const int h = (i * n + j) * n + k;
    out[h] = c[0] * loaded(in, h) + c[1] * loaded(in, h - 1) + c[2] * loaded(in, h + 1) + c[3] * loaded(in, h - n) + c[4] * loaded(in, h + n) + c[5] * loaded(in, h - n * n) + c[6] * loaded(in, h + n * n);
}
LaunchConfig launch_config(int n) { const int b = (n + 7) / 8; return {dim3(b, b, b), dim3(8, 8, 8)}; }
