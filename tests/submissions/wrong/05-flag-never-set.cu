// lab: 5
// what: A flag in shared memory, which no thread sets, decides whether a block computes.
// expect: uninitialized-shared (wrong-output)

#include "lab.cuh"

constexpr int IN = 8;
constexpr int OUT = 6;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[IN][IN][IN];
    __shared__ int wanted;
    const int z = threadIdx.z, y = threadIdx.y, x = threadIdx.x;
    const int i = static_cast<int>(blockIdx.z) * OUT + z - 1;
    const int j = static_cast<int>(blockIdx.y) * OUT + y - 1;
    const int k = static_cast<int>(blockIdx.x) * OUT + x - 1;
    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        tile[z][y][x] = in[(i * n + j) * n + k];
    }
    __syncthreads();
    const bool out_tile = z >= 1 && z <= OUT && y >= 1 && y <= OUT && x >= 1 && x <= OUT;
    if (out_tile && i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1 &&
        wanted != 0) { // <-- uninitialized-shared
        float sum = c[0] * tile[z][y][x];
        sum += c[1] * tile[z][y][x - 1] + c[2] * tile[z][y][x + 1];
        sum += c[3] * tile[z][y - 1][x] + c[4] * tile[z][y + 1][x];
        sum += c[5] * tile[z - 1][y][x] + c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned tiles = (n + OUT - 1) / OUT;
    return {dim3(tiles, tiles, tiles), dim3(IN, IN, IN)};
}
