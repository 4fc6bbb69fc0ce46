// Lab 06 with a thread for each output: threads go through a plane in steps of the block, slots by the remainder.
#include "lab.cuh"

#define BLOCK 16
#define COARSE 16

__device__ void load_plane(float (*s)[BLOCK + 2], const float* in, int z, int n) {
    int x0 = blockIdx.x * BLOCK - 1;
    int y0 = blockIdx.y * BLOCK - 1;
    for (int y = threadIdx.y; y < BLOCK + 2; y += BLOCK) {
        for (int x = threadIdx.x; x < BLOCK + 2; x += BLOCK) {
            int gy = y0 + y, gx = x0 + x;
            if (gy >= 0 && gy < n && gx >= 0 && gx < n && z < n)
                s[y][x] = in[(z * n + gy) * n + gx];
        }
    }
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float s[3][BLOCK + 2][BLOCK + 2];
    int x = blockIdx.x * BLOCK + threadIdx.x;
    int y = blockIdx.y * BLOCK + threadIdx.y;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int z0 = 1 + blockIdx.z * COARSE;
    load_plane(s[(z0 - 1) % 3], in, z0 - 1, n);
    load_plane(s[z0 % 3], in, z0, n);
    for (int z = z0; z < z0 + COARSE && z < n - 1; z++) {
        load_plane(s[(z + 1) % 3], in, z + 1, n);
        __syncthreads();
        int lo = (z - 1) % 3, mid = z % 3, hi = (z + 1) % 3;
        if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
            float v = c[0] * s[mid][ty][tx];
            v += c[1] * s[mid][ty][tx - 1];
            v += c[2] * s[mid][ty][tx + 1];
            v += c[3] * s[mid][ty - 1][tx];
            v += c[4] * s[mid][ty + 1][tx];
            v += c[5] * s[lo][ty][tx];
            v += c[6] * s[hi][ty][tx];
            out[(z * n + y) * n + x] = v;
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + BLOCK - 1) / BLOCK, (n + BLOCK - 1) / BLOCK, (n - 2 + COARSE - 1) / COARSE),
            dim3(BLOCK, BLOCK)};
}
