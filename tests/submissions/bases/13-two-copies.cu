// Lab 13 as one writes it first: a small tile swept in two copies in shared memory, each sweep a cell less on each side.
#include "lab.cuh"

#define STEPS 4
#define OUT 4
#define HALO STEPS
#define TILE (OUT + 2 * HALO)

// Two copies of a small tile in shared memory; each sweep computes a cell less on each side.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float a[TILE][TILE][TILE];
    __shared__ float b[TILE][TILE][TILE];
    int k0 = blockIdx.x * OUT - HALO + 1;
    int j0 = blockIdx.y * OUT - HALO + 1;
    int i0 = blockIdx.z * OUT - HALO + 1;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int k = k0 + tx;
    int j = j0 + ty;
    for (int z = 0; z < TILE; ++z) {
        int i = i0 + z;
        if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
            a[z][ty][tx] = in[(i * n + j) * n + k];
        } else {
            a[z][ty][tx] = 0.0f;
        }
    }
    __syncthreads();
    for (int step = 1; step <= STEPS; ++step) {
        for (int z = step; z < TILE - step; ++z) {
            int i = i0 + z;
            if (tx >= step && tx < TILE - step && ty >= step && ty < TILE - step) {
                if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1) {
                    b[z][ty][tx] = c[0] * a[z][ty][tx] + c[1] * a[z][ty][tx - 1] + c[2] * a[z][ty][tx + 1] +
                                   c[3] * a[z][ty - 1][tx] + c[4] * a[z][ty + 1][tx] +
                                   c[5] * a[z - 1][ty][tx] + c[6] * a[z + 1][ty][tx];
                } else {
                    b[z][ty][tx] = a[z][ty][tx];
                }
            }
        }
        __syncthreads();
        for (int z = step; z < TILE - step; ++z) {
            if (tx >= step && tx < TILE - step && ty >= step && ty < TILE - step) {
                a[z][ty][tx] = b[z][ty][tx];
            }
        }
        __syncthreads();
    }
    if (tx >= HALO && tx < HALO + OUT && ty >= HALO && ty < HALO + OUT && j < n - 1 && k < n - 1) {
        for (int z = HALO; z < HALO + OUT; ++z) {
            int i = i0 + z;
            if (i < n - 1) {
                out[(i * n + j) * n + k] = a[z][ty][tx];
            }
        }
    }
}

LaunchConfig launch_config(int n) {
    int blocks = (n - 2 + OUT - 1) / OUT;
    return {dim3(blocks, blocks, blocks), dim3(TILE, TILE)};
}
