#include "lab.cuh"

#define RADIUS 1
#define BX 32
#define BY 4
#define BZ 4

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[BZ + 2 * RADIUS][BY + 2 * RADIUS][BX + 2 * RADIUS];
    int x = blockDim.x * blockIdx.x + threadIdx.x;
    int y = blockDim.y * blockIdx.y + threadIdx.y;
    int z = blockDim.z * blockIdx.z + threadIdx.z;
    int lx = threadIdx.x + RADIUS;
    int ly = threadIdx.y + RADIUS;
    int lz = threadIdx.z + RADIUS;
    int slice = width * height;
    int here = z * slice + y * width + x;
    bool valid = x < width && y < height && z < depth;
    if (valid) {
        tile[lz][ly][lx] = in[here];
        if (threadIdx.x < RADIUS && x >= RADIUS) {
            tile[lz][ly][lx - RADIUS] = in[here - RADIUS];
        }
        if (threadIdx.x >= BX - RADIUS && x + RADIUS < width) {
            tile[lz][ly][lx + RADIUS] = in[here + RADIUS];
        }
        if (threadIdx.y < RADIUS && y >= RADIUS) {
            tile[lz][ly - RADIUS][lx] = in[here - RADIUS * width];
        }
        if (threadIdx.y >= BY - RADIUS && y + RADIUS < height) {
            tile[lz][ly + RADIUS][lx] = in[here + RADIUS * width];
        }
        if (threadIdx.z < RADIUS && z >= RADIUS) {
            tile[lz - RADIUS][ly][lx] = in[here - RADIUS * slice];
        }
        if (threadIdx.z >= BZ - RADIUS && z + RADIUS < depth) {
            tile[lz + RADIUS][ly][lx] = in[here + RADIUS * slice];
        }
    }
    __syncthreads();
    if (!valid || x == 0 || y == 0 || z == 0 || x == width - 1 || y == height - 1 || z == depth - 1) {
        return;
    }
    float sum = -6.0f * tile[lz][ly][lx];
    for (int d = -1; d <= 1; d += 2) {
        sum += tile[lz][ly][lx + d] + tile[lz][ly + d][lx] + tile[lz + d][ly][lx];
    }
    out[here] = fminf(fmaxf(sum, 0.0f), 255.0f);
}

LaunchConfig launch_config(int width, int height, int depth) {
    dim3 block(BX, BY, BZ);
    return {dim3((width + BX - 1) / BX, (height + BY - 1) / BY, (depth + BZ - 1) / BZ), block};
}
