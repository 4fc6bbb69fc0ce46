// lab: 13
// what: Two copies of a small tile in shared memory take turns: the first thing that one writes.
// expect: passed

#include "lab.cuh"

constexpr int STEPS = 4;
constexpr int IN = 16;
constexpr int OUT = IN - 2 * STEPS;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[2][IN][IN][IN];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int k = static_cast<int>(blockIdx.x) * OUT + x - STEPS;
    const int j = static_cast<int>(blockIdx.y) * OUT + y - STEPS;
    const int bottom = static_cast<int>(blockIdx.z) * OUT - STEPS;
    const bool on_grid = k >= 0 && k < n && j >= 0 && j < n;
    const bool interior = k > 0 && k < n - 1 && j > 0 && j < n - 1;

    for (int z = 0; z < IN; ++z) {
        const int i = bottom + z;
        if (on_grid && i >= 0 && i < n) {
            tile[0][z][y][x] = in[(i * n + j) * n + k];
        }
    }
    __syncthreads();

    int old = 0;
    for (int s = 1; s <= STEPS; ++s) {
        const bool swept = on_grid && x >= s && x < IN - s && y >= s && y < IN - s;
        for (int z = s; z < IN - s; ++z) {
            const int i = bottom + z;
            if (!swept || i < 0 || i >= n) {
                continue;
            }
            float sum = tile[old][z][y][x];
            if (interior && i > 0 && i < n - 1) {
                sum *= c[0];
                sum += c[1] * tile[old][z][y][x - 1] + c[2] * tile[old][z][y][x + 1];
                sum += c[3] * tile[old][z][y - 1][x] + c[4] * tile[old][z][y + 1][x];
                sum += c[5] * tile[old][z - 1][y][x] + c[6] * tile[old][z + 1][y][x];
            }
            tile[1 - old][z][y][x] = sum;
        }
        __syncthreads();
        old = 1 - old;
    }

    const bool computes = x >= STEPS && x < IN - STEPS && y >= STEPS && y < IN - STEPS && interior;
    for (int z = STEPS; z < IN - STEPS; ++z) {
        const int i = bottom + z;
        if (computes && i > 0 && i < n - 1) {
            out[(i * n + j) * n + k] = tile[old][z][y][x];
        }
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + OUT - 1) / OUT;
    return {dim3(blocks, blocks, blocks), dim3(IN, IN)};
}
