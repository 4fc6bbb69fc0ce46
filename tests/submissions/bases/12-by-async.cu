// Lab 12 by asynchronous copies, a plane ahead.
#include "lab.cuh"
#include <cuda_pipeline.h>

#define BX 32
#define BY 8
#define DEPTH 16

__device__ void fetch(float (*to)[BX + 2], const float* in, int n, int x0, int y0, int z) {
    for (int t = threadIdx.y * BX + threadIdx.x; t < (BX + 2) * (BY + 2); t += BX * BY) {
        int tx = t % (BX + 2), ty = t / (BX + 2);
        int x = x0 + tx, y = y0 + ty;
        if (x < n && y < n && z < n) {
            __pipeline_memcpy_async(&to[ty][tx], &in[((size_t)z * n + y) * n + x], sizeof(float));
        }
    }
    __pipeline_commit();
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float planes[4][BY + 2][BX + 2];
    int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY, z0 = blockIdx.z * DEPTH;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = x0 + tx, y = y0 + ty;
    for (int p = 0; p < 3; p++) {
        fetch(planes[p], in, n, x0, y0, z0 + p);
    }
    for (int d = 0; d < DEPTH && z0 + d + 2 < n; d++) {
        fetch(planes[(d + 3) % 4], in, n, x0, y0, z0 + d + 3);
        __pipeline_wait_prior(1);
        __syncthreads();
        float (*b)[BX + 2] = planes[d % 4];
        float (*h)[BX + 2] = planes[(d + 1) % 4];
        float (*a)[BX + 2] = planes[(d + 2) % 4];
        if (x < n - 1 && y < n - 1) {
            out[((size_t)(z0 + d + 1) * n + y) * n + x] =
                c[0] * h[ty][tx] + c[1] * h[ty][tx - 1] + c[2] * h[ty][tx + 1] + c[3] * h[ty - 1][tx] +
                c[4] * h[ty + 1][tx] + c[5] * b[ty][tx] + c[6] * a[ty][tx];
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n - 2 + BX - 1) / BX, (n - 2 + BY - 1) / BY, (n - 2 + DEPTH - 1) / DEPTH), dim3(BX, BY, 1)};
}
