// Lab 05 with a thread for each output: those at the faces of a block load the halo, too.
#include "lab.cuh"

constexpr int IN_TILE = 10;
constexpr int OUT_TILE = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[IN_TILE][IN_TILE][IN_TILE];
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int tz = threadIdx.z + 1;
    const int k = blockIdx.x * OUT_TILE + threadIdx.x;
    const int j = blockIdx.y * OUT_TILE + threadIdx.y;
    const int i = blockIdx.z * OUT_TILE + threadIdx.z;
    const bool on = i < n && j < n && k < n;
    const int p = (i * n + j) * n + k;
    if (on) {
        tile[tz][ty][tx] = in[p];
        if (tx == 1 && k > 0) tile[tz][ty][0] = in[p - 1];
        if (tx == OUT_TILE && k < n - 1) tile[tz][ty][tx + 1] = in[p + 1];
        if (ty == 1 && j > 0) tile[tz][0][tx] = in[p - n];
        if (ty == OUT_TILE && j < n - 1) tile[tz][ty + 1][tx] = in[p + n];
        if (tz == 1 && i > 0) tile[0][ty][tx] = in[p - n * n];
        if (tz == OUT_TILE && i < n - 1) tile[tz + 1][ty][tx] = in[p + n * n];
    }
    __syncthreads();
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1) {
        float sum = c[0] * tile[tz][ty][tx];
        sum += c[1] * tile[tz][ty][tx - 1] + c[2] * tile[tz][ty][tx + 1];
        sum += c[3] * tile[tz][ty - 1][tx] + c[4] * tile[tz][ty + 1][tx];
        sum += c[5] * tile[tz - 1][ty][tx] + c[6] * tile[tz + 1][ty][tx];
        out[p] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + OUT_TILE - 1) / OUT_TILE;
    return {dim3(blocks, blocks, blocks), dim3(OUT_TILE, OUT_TILE, OUT_TILE)};
}
