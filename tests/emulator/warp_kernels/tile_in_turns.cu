// 512 threads fill a tile of 1,000 cells in two turns.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[1000];
    const int thread = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    const int first_x = static_cast<int>(blockIdx.x * 8) - 1;
    const int first_y = static_cast<int>(blockIdx.y * 8) - 1;
    const int first_z = static_cast<int>(blockIdx.z * 8) - 1;
#pragma unroll 1
    for (int cell = thread; cell < 1000; cell += 512) {
        const int x = first_x + cell % 10;
        const int y = first_y + cell / 10 % 10;
        const int z = first_z + cell / 100;
        const bool on_grid = x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n;
        tile[cell] = on_grid ? in[(z * n + y) * n + x] : 0.0f;
    }
    __syncthreads();
    const int x = first_x + 1 + threadIdx.x;
    const int y = first_y + 1 + threadIdx.y;
    const int z = first_z + 1 + threadIdx.z;
    const int place = ((threadIdx.z + 1) * 10 + threadIdx.y + 1) * 10 + threadIdx.x + 1;
    if (x < n && y < n && z < n) {
        out[(z * n + y) * n + x] = tile[place - 1] + tile[place + 10] + tile[place - 100];
    }
}

LaunchConfig launch_config(int n) {
    const unsigned int blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
