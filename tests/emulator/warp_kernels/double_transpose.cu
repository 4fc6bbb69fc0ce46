// A transpose of 8-byte cells: a half-warp is served at a time, and a column of 16 lies in two
// banks.
#include "lab.cuh"

constexpr int SIDE = 16;
constexpr int ROWS = 16; // that a block's threads load at a time

__global__ void stencil_kernel(const double* in, double* out, int n) {
    __shared__ double tile[SIDE][SIDE];
    const int plane = blockIdx.z * n * n;
    for (int row = threadIdx.y; row < SIDE; row += ROWS) {
        const int j = blockIdx.y * SIDE + row;
        const int k = blockIdx.x * SIDE + threadIdx.x;
        if (j < n && k < n) {
            tile[row][threadIdx.x] = in[plane + j * n + k];
        }
    }
    __syncthreads();
    for (int row = threadIdx.y; row < SIDE; row += ROWS) {
        const int j = blockIdx.x * SIDE + row;
        const int k = blockIdx.y * SIDE + threadIdx.x;
        if (j < n && k < n) {
            out[plane + j * n + k] = tile[threadIdx.x][row];
        }
    }
}

LaunchConfig launch_config(int n) {
    const int tiles = (n + SIDE - 1) / SIDE;
    return {dim3(tiles, tiles, n), dim3(SIDE, ROWS)};
}
