// lab: 5
// what: The block is the output tile: every thread loads its cell, those at the faces the halo too.
// expect: passed

#include "lab.cuh"

constexpr int T = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[T + 2][T + 2][T + 2];

    // Places in the tile, halo included; the grid's boundary needs no thread.
    const int tz = threadIdx.z + 1;
    const int ty = threadIdx.y + 1;
    const int tx = threadIdx.x + 1;
    const int i = blockIdx.z * T + tz;
    const int j = blockIdx.y * T + ty;
    const int k = blockIdx.x * T + tx;
    const int here = (i * n + j) * n + k;
    const bool interior = i <= n - 2 && j <= n - 2 && k <= n - 2;

    if (interior) {
        tile[tz][ty][tx] = in[here];
        if (tz == 1) {
            tile[tz - 1][ty][tx] = in[here - n * n];
        }
        if (tz == T || i == n - 2) {
            tile[tz + 1][ty][tx] = in[here + n * n];
        }
        if (ty == 1) {
            tile[tz][ty - 1][tx] = in[here - n];
        }
        if (ty == T || j == n - 2) {
            tile[tz][ty + 1][tx] = in[here + n];
        }
        if (tx == 1) {
            tile[tz][ty][tx - 1] = in[here - 1];
        }
        if (tx == T || k == n - 2) {
            tile[tz][ty][tx + 1] = in[here + 1];
        }
    }
    __syncthreads();

    if (interior) {
        float sum = c[0] * tile[tz][ty][tx];
        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];
        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];
        sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
        out[here] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2 + T - 1) / T;
    return {dim3(blocks, blocks, blocks), dim3(T, T, T)};
}
