// The second reader's notes on PMPP, register tiling: the shift of the registers and the second barrier
// stand after the loop instead of at its end. Planes never move on, and nothing keeps a thread from
// storing its cell again while others read.
#include "lab.cuh"

constexpr int IN_TILE_DIM = 32;
constexpr int OUT_TILE_DIM = IN_TILE_DIM - 2;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float middle_s[IN_TILE_DIM][IN_TILE_DIM];
    float before = 0, middle = 0, after = 0;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int start = blockIdx.z * OUT_TILE_DIM;
    const int y = int(blockIdx.y) * OUT_TILE_DIM + ty - 1;
    const int x = int(blockIdx.x) * OUT_TILE_DIM + tx - 1;
    const bool exists = y >= 0 && y < n && x >= 0 && x < n;
    if (exists && start > 0 && start - 1 < n) before = in[((start - 1) * n + y) * n + x];
    if (exists && start < n) middle = in[(start * n + y) * n + x];
    for (int i = start; i < start + OUT_TILE_DIM; ++i) {
        if (exists && i + 1 < n) after = in[((i + 1) * n + y) * n + x];
        middle_s[ty][tx] = middle; // <-- race-shared
        __syncthreads();
        if (i > 0 && i < n - 1 && y > 0 && y < n - 1 && x > 0 && x < n - 1 && tx > 0 &&
            tx < IN_TILE_DIM - 1 && ty > 0 && ty < IN_TILE_DIM - 1) {
            float value = c[0] * middle + c[5] * before + c[6] * after;
            value += c[1] * middle_s[ty][tx - 1] + c[2] * middle_s[ty][tx + 1]; // <-? race-shared
            value += c[3] * middle_s[ty - 1][tx] + c[4] * middle_s[ty + 1][tx]; // <-? race-shared
            out[(i * n + y) * n + x] = value;
        }
    }
    __syncthreads();
    before = middle;
    middle = after;
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + OUT_TILE_DIM - 1) / OUT_TILE_DIM;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM)};
}
