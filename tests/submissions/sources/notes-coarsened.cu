// The second reader's notes on PMPP, thread coarsening: the tile's first plane is added to i in every turn
// of the loop, whose bound is the count of planes.
#include "lab.cuh"

constexpr int IN_TILE_DIM = 32;
constexpr int OUT_TILE_DIM = IN_TILE_DIM - 2;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float before[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float middle[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float after[IN_TILE_DIM][IN_TILE_DIM];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int start = blockIdx.z * OUT_TILE_DIM;
    const int y = int(blockIdx.y) * OUT_TILE_DIM + ty - 1;
    const int x = int(blockIdx.x) * OUT_TILE_DIM + tx - 1;
    const bool exists = y >= 0 && y < n && x >= 0 && x < n;
    if (exists && start > 0 && start - 1 < n) before[ty][tx] = in[((start - 1) * n + y) * n + x];
    if (exists && start < n) middle[ty][tx] = in[(start * n + y) * n + x];
    for (int i = 0; i < OUT_TILE_DIM; ++i) {
        i += start;
        if (exists && i + 1 < n) after[ty][tx] = in[((i + 1) * n + y) * n + x];
        __syncthreads();
        if (i > 0 && i < n - 1 && y > 0 && y < n - 1 && x > 0 && x < n - 1 && tx > 0 &&
            tx < IN_TILE_DIM - 1 && ty > 0 && ty < IN_TILE_DIM - 1) {
            out[(i * n + y) * n + x] = c[0] * middle[ty][tx] + c[1] * middle[ty][tx - 1] +
                                       c[2] * middle[ty][tx + 1] + c[3] * middle[ty - 1][tx] +
                                       c[4] * middle[ty + 1][tx] + c[5] * before[ty][tx] +
                                       c[6] * after[ty][tx];
        }
        __syncthreads();
        before[ty][tx] = middle[ty][tx];
        middle[ty][tx] = after[ty][tx];
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + OUT_TILE_DIM - 1) / OUT_TILE_DIM;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM)};
}
