// Lab 13 by a cube in dynamic shared memory, which all threads go through by one number; two pointers change places.
#include "lab.cuh"

constexpr int T = 4;
constexpr int D = 16;
constexpr int KEEP = D - 2 * T;
constexpr int CELLS = D * D * D;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    extern __shared__ float cells[];
    float* now = cells;
    float* next = cells + CELLS;
    const int bx = blockIdx.x * KEEP - T;
    const int by = blockIdx.y * KEEP - T;
    const int bz = blockIdx.z * KEEP - T;
    const int me = threadIdx.x;
    for (int t = me; t < CELLS; t += blockDim.x) {
        const int x = bx + t % D;
        const int y = by + t / D % D;
        const int z = bz + t / (D * D);
        const bool there = x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n;
        now[t] = there ? in[(z * n + y) * n + x] : 0.0f;
        next[t] = now[t];
    }
    __syncthreads();
    for (int step = 0; step < T; ++step) {
        for (int t = me; t < CELLS; t += blockDim.x) {
            const int tx = t % D;
            const int ty = t / D % D;
            const int tz = t / (D * D);
            const int x = bx + tx;
            const int y = by + ty;
            const int z = bz + tz;
            if (tx == 0 || tx == D - 1 || ty == 0 || ty == D - 1 || tz == 0 || tz == D - 1) {
                continue;
            }
            if (x < 1 || x > n - 2 || y < 1 || y > n - 2 || z < 1 || z > n - 2) {
                continue;
            }
            next[t] = c[0] * now[t] + c[1] * now[t - 1] + c[2] * now[t + 1] + c[3] * now[t - D] +
                      c[4] * now[t + D] + c[5] * now[t - D * D] + c[6] * now[t + D * D];
        }
        __syncthreads();
        float* swap = now;
        now = next;
        next = swap;
    }
    for (int t = me; t < KEEP * KEEP * KEEP; t += blockDim.x) {
        const int tx = t % KEEP + T;
        const int ty = t / KEEP % KEEP + T;
        const int tz = t / (KEEP * KEEP) + T;
        const int x = bx + tx;
        const int y = by + ty;
        const int z = bz + tz;
        if (x < n && y < n && z < n) {
            out[(z * n + y) * n + x] = now[(tz * D + ty) * D + tx];
        }
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + KEEP - 1) / KEEP;
    return {dim3(blocks, blocks, blocks), dim3(256), 2 * CELLS * sizeof(float)};
}
