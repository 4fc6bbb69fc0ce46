// Lab 05 with a thread for each output: threads go through the tile in steps of the block.
#include "lab.cuh"

constexpr int OUT = 8;
constexpr int IN = OUT + 2;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float sh[IN][IN][IN];
    const int x0 = blockIdx.x * OUT;
    const int y0 = blockIdx.y * OUT;
    const int z0 = blockIdx.z * OUT;

    for (int z = threadIdx.z; z < IN; z += blockDim.z) {
        for (int y = threadIdx.y; y < IN; y += blockDim.y) {
            for (int x = threadIdx.x; x < IN; x += blockDim.x) {
                const int gx = x0 + x - 1;
                const int gy = y0 + y - 1;
                const int gz = z0 + z - 1;
                if (gx >= 0 && gx < n && gy >= 0 && gy < n && gz >= 0 && gz < n) {
                    sh[z][y][x] = in[gz * n * n + gy * n + gx];
                }
            }
        }
    }
    __syncthreads();

    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
    const int gx = x0 + threadIdx.x, gy = y0 + threadIdx.y, gz = z0 + threadIdx.z;
    if (gx > 0 && gx < n - 1 && gy > 0 && gy < n - 1 && gz > 0 && gz < n - 1) {
        out[gz * n * n + gy * n + gx] = c[0] * sh[lz][ly][lx]
            + c[1] * sh[lz][ly][lx - 1] + c[2] * sh[lz][ly][lx + 1]
            + c[3] * sh[lz][ly - 1][lx] + c[4] * sh[lz][ly + 1][lx]
            + c[5] * sh[lz - 1][ly][lx] + c[6] * sh[lz + 1][ly][lx];
    }
}

LaunchConfig launch_config(int n) {
    unsigned int blocks = (n + OUT - 1) / OUT;
    return {dim3(blocks, blocks, blocks), dim3(OUT, OUT, OUT)};
}
