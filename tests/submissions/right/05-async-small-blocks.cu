// lab: 5
// what: Asynchronous copies share each tile, but blocks of 64 threads load as much as kernels that share nothing.
// expect: passed technique-missing

#include "lab.cuh"
#include <cuda_pipeline.h>

constexpr int SIDE = 4;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[SIDE][SIDE][SIDE];
    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int i = static_cast<int>(blockIdx.z) * (SIDE - 2) + tz - 1;
    const int j = static_cast<int>(blockIdx.y) * (SIDE - 2) + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * (SIDE - 2) + tx - 1;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        __pipeline_memcpy_async(&tile[tz][ty][tx], &in[(i * n + j) * n + k], sizeof(float));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const bool of_tile = tz % (SIDE - 1) != 0 && ty % (SIDE - 1) != 0 && tx % (SIDE - 1) != 0;
    const bool inside = i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
    if (of_tile && inside) {
        out[(i * n + j) * n + k] = c[0] * tile[tz][ty][tx] + c[1] * tile[tz][ty][tx - 1] +
                                   c[2] * tile[tz][ty][tx + 1] + c[3] * tile[tz][ty - 1][tx] +
                                   c[4] * tile[tz][ty + 1][tx] + c[5] * tile[tz - 1][ty][tx] +
                                   c[6] * tile[tz + 1][ty][tx];
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (SIDE - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(SIDE, SIDE, SIDE)};
}
