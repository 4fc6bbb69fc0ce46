// Lab 04 by tables of offsets, one loop over the seven terms.
#include "lab.cuh"

constexpr int BX = 32;
constexpr int BY = 4;
constexpr int BZ = 2;

__constant__ int DZ[7] = {0, 0, 0, 0, 0, -1, 1};
__constant__ int DY[7] = {0, 0, 0, -1, 1, 0, 0};
__constant__ int DX[7] = {0, -1, 1, 0, 0, 0, 0};

__device__ int at(int z, int y, int x, int n) {
    return (z * n + y) * n + x;
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x < n - 1 && y < n - 1 && z < n - 1) {
        float sum = 0;
        for (int m = 0; m < 7; m++) {
            sum += c[m] * in[at(z + DZ[m], y + DY[m], x + DX[m], n)];
        }
        out[at(z, y, x, n)] = sum;
    }
}

LaunchConfig launch_config(int n) {
    dim3 block(BX, BY, BZ);
    dim3 grid((n - 2 + BX - 1) / BX, (n - 2 + BY - 1) / BY, (n - 2 + BZ - 1) / BZ);
    return {grid, block};
}
