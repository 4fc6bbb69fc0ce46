// PMPP figure 8.8, shared-memory tiling: the block is the input tile. Coordinates are signed, the side
// is unsigned: -1 is greater than every side, so one half of each guard would do.
#include "lab.cuh"

#define IN_TILE_DIM 8
#define OUT_TILE_DIM (IN_TILE_DIM - 2)

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const unsigned side = n;
    const int i = blockIdx.z * OUT_TILE_DIM + threadIdx.z - 1;
    const int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1;
    const int k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
    __shared__ float cells[IN_TILE_DIM][IN_TILE_DIM][IN_TILE_DIM];
    if (i >= 0 && i < side && j >= 0 && j < side && k >= 0 && k < side) {
        cells[threadIdx.z][threadIdx.y][threadIdx.x] = in[i * side * side + j * side + k];
    }
    __syncthreads();
    if (i >= 1 && i < side - 1 && j >= 1 && j < side - 1 && k >= 1 && k < side - 1) {
        if (threadIdx.z >= 1 && threadIdx.z < IN_TILE_DIM - 1 && threadIdx.y >= 1 &&
            threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 && threadIdx.x < IN_TILE_DIM - 1) {
            out[i * side * side + j * side + k] = c[0] * cells[threadIdx.z][threadIdx.y][threadIdx.x]
                                                + c[1] * cells[threadIdx.z][threadIdx.y][threadIdx.x - 1]
                                                + c[2] * cells[threadIdx.z][threadIdx.y][threadIdx.x + 1]
                                                + c[3] * cells[threadIdx.z][threadIdx.y - 1][threadIdx.x]
                                                + c[4] * cells[threadIdx.z][threadIdx.y + 1][threadIdx.x]
                                                + c[5] * cells[threadIdx.z - 1][threadIdx.y][threadIdx.x]
                                                + c[6] * cells[threadIdx.z + 1][threadIdx.y][threadIdx.x];
        }
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + OUT_TILE_DIM - 1) / OUT_TILE_DIM;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM, IN_TILE_DIM)};
}
