// Lab 13 by a march with three planes of each level in shared memory, which take turns.
#include "lab.cuh"

#define STEPS 4
#define W 32
#define OUT (W - 2 * STEPS)
#define DEPTH 32

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float level[STEPS][3][W][W];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * OUT + tx - STEPS;
    int y = blockIdx.y * OUT + ty - STEPS;
    int z0 = blockIdx.z * DEPTH;
    int z1 = min(z0 + DEPTH, n);
    bool on_grid = x >= 0 && x < n && y >= 0 && y < n;
    bool inner = x > 0 && x < n - 1 && y > 0 && y < n - 1;
    for (int z = max(z0 - STEPS, 0); z < z1 + STEPS; z++) {
        float value = 0;
        if (on_grid && z < n) {
            value = in[(z * n + y) * n + x];
        }
        level[0][z % 3][ty][tx] = value;
        for (int s = 1; s <= STEPS; s++) {
            __syncthreads();
            int zs = z - s;
            if (zs < 0 || zs < z0 - STEPS + s) {
                break;
            }
            float next = 0;
            if (on_grid && zs < n) {
                next = level[s - 1][zs % 3][ty][tx];
                if (inner && zs > 0 && zs < n - 1 && tx >= s && tx < W - s && ty >= s &&
                    ty < W - s) {
                    next = c[0] * level[s - 1][zs % 3][ty][tx] +
                           c[1] * level[s - 1][zs % 3][ty][tx - 1] +
                           c[2] * level[s - 1][zs % 3][ty][tx + 1] +
                           c[3] * level[s - 1][zs % 3][ty - 1][tx] +
                           c[4] * level[s - 1][zs % 3][ty + 1][tx] +
                           c[5] * level[s - 1][(zs + 2) % 3][ty][tx] +
                           c[6] * level[s - 1][(zs + 1) % 3][ty][tx];
                }
            }
            if (s < STEPS) {
                level[s][zs % 3][ty][tx] = next;
            } else if (on_grid && zs >= z0 && zs < z1 && tx >= STEPS && tx < W - STEPS &&
                       ty >= STEPS && ty < W - STEPS) {
                out[(zs * n + y) * n + x] = next;
            }
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int n) {
    dim3 block(W, W);
    dim3 grid((n + OUT - 1) / OUT, (n + OUT - 1) / OUT, (n + DEPTH - 1) / DEPTH);
    return {grid, block};
}
