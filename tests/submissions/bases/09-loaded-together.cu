// Lab 09 by blocks that load tile and halo together, each thread every 512th cell.
#include "lab.cuh"

constexpr int BLOCK = 8;
constexpr int TILE = BLOCK + 2;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[TILE][TILE][TILE];
    const int tid = (threadIdx.z * BLOCK + threadIdx.y) * BLOCK + threadIdx.x;
    const int i0 = static_cast<int>(blockIdx.z) * BLOCK - 1;
    const int j0 = static_cast<int>(blockIdx.y) * BLOCK - 1;
    const int k0 = static_cast<int>(blockIdx.x) * BLOCK - 1;
    for (int t = tid; t < TILE * TILE * TILE; t += BLOCK * BLOCK * BLOCK) {
        const int z = t / (TILE * TILE);
        const int y = t / TILE % TILE;
        const int x = t % TILE;
        const int i = i0 + z;
        const int j = j0 + y;
        const int k = k0 + x;
        if (i >= 0 && i < depth && j >= 0 && j < height && k >= 0 && k < width) {
            tile[z][y][x] = in[(i * height + j) * width + k];
        }
    }
    __syncthreads();
    const int tz = threadIdx.z + 1;
    const int ty = threadIdx.y + 1;
    const int tx = threadIdx.x + 1;
    const int i = i0 + tz;
    const int j = j0 + ty;
    const int k = k0 + tx;
    if (i >= 1 && i < depth - 1 && j >= 1 && j < height - 1 && k >= 1 && k < width - 1) {
        float sum = tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx] + tile[tz][ty - 1][tx] + tile[tz][ty + 1][tx] +
                    tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1] - 6 * tile[tz][ty][tx];
        out[(i * height + j) * width + k] = fminf(fmaxf(sum, 0.0f), 255.0f);
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK, (depth + BLOCK - 1) / BLOCK),
            dim3(BLOCK, BLOCK, BLOCK)};
}
