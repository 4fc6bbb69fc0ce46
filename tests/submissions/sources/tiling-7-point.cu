// CUDA tiling for a 7-point stencil: a block of 8³ threads, a tile of 10³ cells. A thread at an edge of
// the block loads the halo cell beside it; off the grid the tile gets 0. One early branch decides what is
// on the grid, the sum is clamped.
#include "lab.cuh"

#define BLOCK 8
#define TILE (BLOCK + 2)

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float t[TILE][TILE][TILE];
    const int gx = blockIdx.x * BLOCK + threadIdx.x;
    const int gy = blockIdx.y * BLOCK + threadIdx.y;
    const int gz = blockIdx.z * BLOCK + threadIdx.z;
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
    const int index = gz * width * height + gy * width + gx;
    if (gx < width && gy < height && gz < depth) {
        t[lz][ly][lx] = in[index];
        if (threadIdx.x == 0) {
            t[lz][ly][0] = gx > 0 ? in[index - 1] : 0.0f;
        }
        if (threadIdx.x == BLOCK - 1) {
            t[lz][ly][TILE - 1] = gx < width - 1 ? in[index + 1] : 0.0f;
        }
        if (threadIdx.y == 0) {
            t[lz][0][lx] = gy > 0 ? in[index - width] : 0.0f;
        }
        if (threadIdx.y == BLOCK - 1) {
            t[lz][TILE - 1][lx] = gy < height - 1 ? in[index + width] : 0.0f;
        }
        if (threadIdx.z == 0) {
            t[0][ly][lx] = gz > 0 ? in[index - width * height] : 0.0f;
        }
        if (threadIdx.z == BLOCK - 1) {
            t[TILE - 1][ly][lx] = gz < depth - 1 ? in[index + width * height] : 0.0f;
        }
    }
    __syncthreads();
    if (gx > 0 && gx < width - 1 && gy > 0 && gy < height - 1 && gz > 0 && gz < depth - 1) {
        float value = t[lz][ly][lx - 1] + t[lz][ly][lx + 1] + t[lz][ly - 1][lx] + t[lz][ly + 1][lx] +
                      t[lz - 1][ly][lx] + t[lz + 1][ly][lx] - 6.0f * t[lz][ly][lx];
        value = value < 0.0f ? 0.0f : value;
        value = value > 255.0f ? 255.0f : value;
        out[index] = value;
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK, (depth + BLOCK - 1) / BLOCK),
            dim3(BLOCK, BLOCK, BLOCK)};
}
