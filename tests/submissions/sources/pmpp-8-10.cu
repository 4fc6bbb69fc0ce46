// PMPP figure 8.10, thread coarsening: three planes in three shared arrays. Each step ends by copying
// planes down, also cells off the grid, which nobody ever loaded and no output uses. The march goes on
// past the grid's end, where nothing is loaded and nothing computed.
#include "lab.cuh"

#define IN_TILE_DIM 32
#define OUT_TILE_DIM (IN_TILE_DIM - 2)

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const unsigned side = n;
    const int begin = blockIdx.z * OUT_TILE_DIM;
    const int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1;
    const int k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
    __shared__ float previous[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float current[IN_TILE_DIM][IN_TILE_DIM];
    __shared__ float next[IN_TILE_DIM][IN_TILE_DIM];
    if (begin - 1 >= 0 && begin - 1 < side && j >= 0 && j < side && k >= 0 && k < side) {
        previous[threadIdx.y][threadIdx.x] = in[(begin - 1) * side * side + j * side + k];
    }
    if (begin >= 0 && begin < side && j >= 0 && j < side && k >= 0 && k < side) {
        current[threadIdx.y][threadIdx.x] = in[begin * side * side + j * side + k];
    }
    for (int i = begin; i < begin + OUT_TILE_DIM; ++i) {
        if (i + 1 >= 0 && i + 1 < side && j >= 0 && j < side && k >= 0 && k < side) {
            next[threadIdx.y][threadIdx.x] = in[(i + 1) * side * side + j * side + k];
        }
        __syncthreads();
        if (i >= 1 && i < side - 1 && j >= 1 && j < side - 1 && k >= 1 && k < side - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 &&
                threadIdx.x < IN_TILE_DIM - 1) {
                out[i * side * side + j * side + k] = c[0] * current[threadIdx.y][threadIdx.x]
                                                    + c[1] * current[threadIdx.y][threadIdx.x - 1]
                                                    + c[2] * current[threadIdx.y][threadIdx.x + 1]
                                                    + c[3] * current[threadIdx.y - 1][threadIdx.x]
                                                    + c[4] * current[threadIdx.y + 1][threadIdx.x]
                                                    + c[5] * previous[threadIdx.y][threadIdx.x]
                                                    + c[6] * next[threadIdx.y][threadIdx.x];
            }
        }
        __syncthreads();
        previous[threadIdx.y][threadIdx.x] = current[threadIdx.y][threadIdx.x];
        current[threadIdx.y][threadIdx.x] = next[threadIdx.y][threadIdx.x];
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + OUT_TILE_DIM - 1) / OUT_TILE_DIM;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM)};
}
