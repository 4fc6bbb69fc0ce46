// lab: 6
// what: Row n - 1 is not loaded; besides, threads without a cell copy into an array that nobody reads.
// expect: uninitialized-shared (wrong-output)
// grids: 3, 33

#include "lab.cuh"
constexpr int S = 32, T = S - 2;
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float lo[S][S], mid[S][S], hi[S][S], spare[S][S];
    const int y = threadIdx.y, x = threadIdx.x, first = blockIdx.z * T;
    const int j = int(blockIdx.y) * T + y - 1, k = int(blockIdx.x) * T + x - 1;
    const bool cell = j >= 0 && j < n && k >= 0 && k < n;
    const auto at = [&](int i) { return in[(i * n + j) * n + k]; };
    const bool own = y > 0 && y < S - 1 && x > 0 && x < S - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1;
    if (cell && first > 0) lo[y][x] = at(first - 1);
    if (cell && first < n) mid[y][x] = at(first);
    float* const rest = &spare[y][x];
    for (int i = first; i < first + T; ++i) {
        if (cell && i + 1 < n && j != n - 1) hi[y][x] = at(i + 1); // wrong: leaves row n-1 out
        __syncthreads();
        if (own && i > 0 && i < n - 1) out[(i * n + j) * n + k] = c[0] * mid[y][x] + c[1] * mid[y][x - 1] + c[2] * mid[y][x + 1] + c[3] * mid[y - 1][x] + c[4] * mid[y + 1][x] + c[5] * lo[y][x] + c[6] * hi[y][x];
        if (!cell) *rest = mid[y][x]; // harmless: nobody reads spare
        __syncthreads();
        lo[y][x] = cell ? mid[y][x] : 0.0f;
        if (cell) mid[y][x] = hi[y][x];  // <-- uninitialized-shared
    }
}
LaunchConfig launch_config(int n) { const int b = (n - 2) / T + 1; return {dim3(b, b, b), dim3(S, S)}; }
