// A march along z with three planes of 10 by 10 cells in a ring.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float ring[3][10][10];
    const int x = static_cast<int>(blockIdx.x * 8 + threadIdx.x) - 1;
    const int y = static_cast<int>(blockIdx.y * 8 + threadIdx.y) - 1;
    const bool on_grid = x >= 0 && x < n && y >= 0 && y < n;
    const bool inner = threadIdx.x >= 1 && threadIdx.x <= 8 && threadIdx.y >= 1 &&
                       threadIdx.y <= 8 && x >= 1 && x < n - 1 && y >= 1 && y < n - 1;
    for (int z = 0; z < 2; ++z) {
        ring[z][threadIdx.y][threadIdx.x] = on_grid ? in[(z * n + y) * n + x] : 0.0f;
    }
    for (int z = 1; z < n - 1; ++z) {
        ring[(z + 1) % 3][threadIdx.y][threadIdx.x] =
            on_grid ? in[((z + 1) * n + y) * n + x] : 0.0f;
        __syncthreads();
        if (inner) {
            out[(z * n + y) * n + x] = ring[z % 3][threadIdx.y][threadIdx.x - 1] +
                                       ring[z % 3][threadIdx.y + 1][threadIdx.x] +
                                       ring[(z + 2) % 3][threadIdx.y][threadIdx.x] +
                                       ring[(z + 1) % 3][threadIdx.y][threadIdx.x];
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 7) / 8, (n + 7) / 8), dim3(10, 10)};
}
