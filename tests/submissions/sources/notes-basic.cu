// The second reader's notes on PMPP, basic kernel: index helpers and early return, no mistake.
#include "lab.cuh"

#define AT(a, i, j, k) a[((i) * n + (j)) * n + (k)]

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (z < 1 || y < 1 || x < 1 || z >= n - 1 || y >= n - 1 || x >= n - 1) return;
    AT(out, z, y, x) = c[0] * AT(in, z, y, x) + c[1] * AT(in, z, y, x - 1) +
                       c[2] * AT(in, z, y, x + 1) + c[3] * AT(in, z, y - 1, x) +
                       c[4] * AT(in, z, y + 1, x) + c[5] * AT(in, z - 1, y, x) +
                       c[6] * AT(in, z + 1, y, x);
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
