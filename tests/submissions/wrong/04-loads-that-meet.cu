// lab: 4
// what: The loads into `above` have no guard for cells off the grid.
// expect: out-of-bounds-global
// grids: 3, 33

#include "lab.cuh"
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float t[30][30];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int k = tx + 30 * blockIdx.x, j = ty + 30 * blockIdx.y;
    const bool own = k > 0 && j > 0 && k < n - 1 && j < n - 1, cell = k < n && j < n;
    float below = cell ? in[j * n + k] : 0.0f, here = cell ? in[(n + j) * n + k] : 0.0f;
    float above = in[(2 * n + j) * n + k]; // <-? out-of-bounds-global
    for (int i = 1; i < n - 1; ++i) {
        t[ty][tx] = here;
        if (own) out[(i * n + j) * n + k] = c[0] * t[ty][tx] + c[1] * in[(i * n + j) * n + k - 1] + c[2] * in[(i * n + j) * n + k + 1] + c[3] * in[(i * n + j - 1) * n + k] + c[4] * in[(i * n + j + 1) * n + k] + c[5] * below + c[6] * above;
        below = here, here = above;
        above = in[((i + 2) * n + j) * n + k]; // <-? out-of-bounds-global
    }
}
LaunchConfig launch_config(int n) { const int b = (n + 29) / 30; return {dim3(b, b), dim3(30, 30)}; }
