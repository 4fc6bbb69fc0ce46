// lab: 9
// what: A block of 32·4·4 threads, whose rows of cells fill whole sectors.
// expect: passed

#include "lab.cuh"

constexpr int BX = 32;
constexpr int BY = 4;
constexpr int BZ = 4;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[BZ + 2][BY + 2][BX + 2];
    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int tz = threadIdx.z + 1;
    // Cells are counted from the first interior one: the boundary has no threads.
    const int k = blockIdx.x * BX + tx;
    const int j = blockIdx.y * BY + ty;
    const int i = blockIdx.z * BZ + tz;
    const int plane = width * height;
    const int here = i * plane + j * width + k;
    const bool interior = k <= width - 2 && j <= height - 2 && i <= depth - 2;
    if (interior) {
        tile[tz][ty][tx] = in[here];
        // The last interior cell of a row has its far neighbour beyond the block, or beyond the row.
        if (tx == 1) {
            tile[tz][ty][0] = in[here - 1];
        }
        if (tx == BX || k == width - 2) {
            tile[tz][ty][tx + 1] = in[here + 1];
        }
        if (ty == 1) {
            tile[tz][0][tx] = in[here - width];
        }
        if (ty == BY || j == height - 2) {
            tile[tz][ty + 1][tx] = in[here + width];
        }
        if (tz == 1) {
            tile[0][ty][tx] = in[here - plane];
        }
        if (tz == BZ || i == depth - 2) {
            tile[tz + 1][ty][tx] = in[here + plane];
        }
    }
    __syncthreads();
    if (interior) {
        const float around = tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1] + tile[tz][ty - 1][tx] +
                             tile[tz][ty + 1][tx] + tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx];
        out[here] = fminf(fmaxf(around - 6.0f * tile[tz][ty][tx], 0.0f), 255.0f);
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width - 2 + BX - 1) / BX, (height - 2 + BY - 1) / BY, (depth - 2 + BZ - 1) / BZ),
            dim3(BX, BY, BZ)};
}
