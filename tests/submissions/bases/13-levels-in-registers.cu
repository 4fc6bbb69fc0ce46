// What some kernels of novices/13.toml are changed from: a march in which registers hold two planes of each level.

#include "lab.cuh"

#define S 4
#define W 32
#define OUT (W - 2 * S)
#define CHUNK 30

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float cur[S][W][W];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * OUT + tx - S;
    int y = blockIdx.y * OUT + ty - S;
    bool on = x >= 0 && x < n && y >= 0 && y < n;
    bool inner = x > 0 && x < n - 1 && y > 0 && y < n - 1;
    bool edge = tx == 0 || tx == W - 1 || ty == 0 || ty == W - 1;
    int zb = blockIdx.z * CHUNK;
    int ze = min(zb + CHUNK, n);
    float below[S] = {};
    float here[S] = {};
    for (int z = max(zb - S, 0); z < ze + S; z++) {
        float above = 0.0f;
        if (on && z < n) {
            above = in[(z * n + y) * n + x];
        }
        for (int s = 0; s < S; s++) {
            cur[s][ty][tx] = here[s];
            __syncthreads();
            int zc = z - s - 1;
            float next = here[s];
            if (inner && !edge && zc > 0 && zc < n - 1) {
                next = c[0] * here[s] + c[1] * cur[s][ty][tx - 1] + c[2] * cur[s][ty][tx + 1] +
                       c[3] * cur[s][ty - 1][tx] + c[4] * cur[s][ty + 1][tx] +
                       c[5] * below[s] + c[6] * above;
            }
            below[s] = here[s];
            here[s] = above;
            above = next;
        }
        int zo = z - S;
        bool mine = tx >= S && tx < W - S && ty >= S && ty < W - S;
        if (mine && on && zo >= zb && zo < ze) {
            out[(zo * n + y) * n + x] = above;
        }
    }
}

LaunchConfig launch_config(int n) {
    int tiles = (n + OUT - 1) / OUT;
    int chunks = (n + CHUNK - 1) / CHUNK;
    return {dim3(tiles, tiles, chunks), dim3(W, W)};
}
