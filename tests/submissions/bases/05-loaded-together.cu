// Lab 05 by blocks that load the tile and its halo together, each thread every 512th cell.
#include "lab.cuh"

#define T 8
#define S (T + 2)

// The block loads its tile with a halo together: each thread every 512th cell.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[S][S][S];
    int k0 = blockIdx.x * T;
    int j0 = blockIdx.y * T;
    int i0 = blockIdx.z * T;
    int tid = (threadIdx.z * T + threadIdx.y) * T + threadIdx.x;
    for (int t = tid; t < S * S * S; t += T * T * T) {
        int x = t % S;
        int y = t / S % S;
        int z = t / (S * S);
        int k = k0 + x;
        int j = j0 + y;
        int i = i0 + z;
        if (i < n && j < n && k < n) {
            tile[z][y][x] = in[(i * n + j) * n + k];
        }
    }
    __syncthreads();
    int x = threadIdx.x + 1;
    int y = threadIdx.y + 1;
    int z = threadIdx.z + 1;
    int k = k0 + x;
    int j = j0 + y;
    int i = i0 + z;
    if (i < n - 1 && j < n - 1 && k < n - 1) {
        out[(i * n + j) * n + k] = c[0] * tile[z][y][x] + c[1] * tile[z][y][x - 1] + c[2] * tile[z][y][x + 1] +
                                   c[3] * tile[z][y - 1][x] + c[4] * tile[z][y + 1][x] +
                                   c[5] * tile[z - 1][y][x] + c[6] * tile[z + 1][y][x];
    }
}

LaunchConfig launch_config(int n) {
    int blocks = (n - 2 + T - 1) / T;
    return {dim3(blocks, blocks, blocks), dim3(T, T, T)};
}
