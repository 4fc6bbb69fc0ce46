// Lab 13 as one writes it first: a box of the grid in shared memory twice, with a halo as wide as the sweeps are many.
#include "lab.cuh"

constexpr int STEPS = 4;
constexpr int IN = 16;
constexpr int OUT = IN - 2 * STEPS;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float a[2][IN][IN][IN];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int k = (int)blockIdx.x * OUT + tx - STEPS;
    const int j = (int)blockIdx.y * OUT + ty - STEPS;
    const int i0 = (int)blockIdx.z * OUT - STEPS;
    const bool on = k >= 0 && k < n && j >= 0 && j < n;
    for (int z = 0; z < IN; ++z) {
        const int i = i0 + z;
        if (on && i >= 0 && i < n) {
            a[0][z][ty][tx] = in[(i * n + j) * n + k];
            a[1][z][ty][tx] = in[(i * n + j) * n + k];
        }
    }
    __syncthreads();
    for (int s = 0; s < STEPS; ++s) {
        const int from = s % 2, to = 1 - from;
        for (int z = 1; z < IN - 1; ++z) {
            const int i = i0 + z;
            const bool inner = i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1;
            if (inner && tx > 0 && tx < IN - 1 && ty > 0 && ty < IN - 1) {
                float sum = c[0] * a[from][z][ty][tx];
                sum += c[1] * a[from][z][ty][tx - 1] + c[2] * a[from][z][ty][tx + 1];
                sum += c[3] * a[from][z][ty - 1][tx] + c[4] * a[from][z][ty + 1][tx];
                sum += c[5] * a[from][z - 1][ty][tx] + c[6] * a[from][z + 1][ty][tx];
                a[to][z][ty][tx] = sum;
            }
        }
        __syncthreads();
    }
    for (int z = STEPS; z < IN - STEPS; ++z) {
        const int i = i0 + z;
        if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1 && tx >= STEPS &&
            tx < IN - STEPS && ty >= STEPS && ty < IN - STEPS) {
            out[(i * n + j) * n + k] = a[STEPS % 2][z][ty][tx];
        }
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + OUT - 1) / OUT;
    return {dim3(blocks, blocks, blocks), dim3(IN, IN)};
}
