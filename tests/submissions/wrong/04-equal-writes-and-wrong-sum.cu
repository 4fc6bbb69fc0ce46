// lab: 4
// what: Surplus threads store the same value as the cell's own thread, and every sum is wrong: c[0] counts twice.
// expect: wrong-output, race-global
// explanation: neighbour-twice
// grids: 3, 5, 33

#include "lab.cuh"
__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = max(1, min(int(blockIdx.x * 32 + threadIdx.x), n - 2));
    const int j = max(1, min(int(blockIdx.y * 8 + threadIdx.y), n - 2));
    for (int i = 1; i < n - 1; ++i) {
        const int h = (i * n + j) * n + k;
        out[h] = 2.0f * c[0] * in[h] + c[1] * in[h - 1] + c[2] * in[h + 1] + c[3] * in[h - n] + c[4] * in[h + n] + c[5] * in[h - n * n] + c[6] * in[h + n * n];
    }
}
LaunchConfig launch_config(int n) { return {dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)}; }
