// Lab 13 by one tile of sixteen cells each way, swept in place: new values wait in registers for a barrier.
#include "lab.cuh"

#define T 4
#define W 16
#define OUT_W (W - 2 * T)

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[W][W][W];
    int ox = blockIdx.x * OUT_W - T;
    int oy = blockIdx.y * OUT_W - T;
    int oz = blockIdx.z * OUT_W - T;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = ox + tx;
    int y = oy + ty;
    for (int tz = 0; tz < W; tz++) {
        int z = oz + tz;
        if (x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n) {
            tile[tz][ty][tx] = in[(z * n + y) * n + x];
        } else {
            tile[tz][ty][tx] = 0.0f;
        }
    }
    __syncthreads();
    for (int s = 1; s <= T; s++) {
        float next[W];
        bool mine = tx >= s && tx < W - s && ty >= s && ty < W - s && x >= 1 && x <= n - 2 && y >= 1 && y <= n - 2;
        for (int tz = s; tz < W - s; tz++) {
            int z = oz + tz;
            if (mine && z >= 1 && z <= n - 2) {
                next[tz] = c[0] * tile[tz][ty][tx] + c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1] +
                           c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx] +
                           c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
            } else {
                next[tz] = tile[tz][ty][tx];
            }
        }
        __syncthreads();
        for (int tz = s; tz < W - s; tz++) {
            tile[tz][ty][tx] = next[tz];
        }
        __syncthreads();
    }
    if (tx >= T && tx < W - T && ty >= T && ty < W - T && x < n - 1 && y < n - 1 && x >= 1 && y >= 1) {
        for (int tz = T; tz < W - T; tz++) {
            int z = oz + tz;
            if (z >= 1 && z < n - 1) {
                out[(z * n + y) * n + x] = tile[tz][ty][tx];
            }
        }
    }
}

LaunchConfig launch_config(int n) {
    int b = (n + OUT_W - 1) / OUT_W;
    return {dim3(b, b, b), dim3(W, W, 1)};
}
