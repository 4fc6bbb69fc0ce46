// lab: 5
// what: The tile is 16 cells along x, 8 along y and 4 along z.
// expect: passed

#include "lab.cuh"

constexpr int TX = 16;
constexpr int TY = 8;
constexpr int TZ = 4;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[TZ][TY][TX];

    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int i = static_cast<int>(blockIdx.z) * (TZ - 2) + tz - 1;
    const int j = static_cast<int>(blockIdx.y) * (TY - 2) + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * (TX - 2) + tx - 1;

    if (i >= 0 && i < n && j >= 0 && j < n && k >= 0 && k < n) {
        tile[tz][ty][tx] = in[(i * n + j) * n + k];
    }
    __syncthreads();

    const bool in_out_tile = tz > 0 && tz < TZ - 1 && ty > 0 && ty < TY - 1 && tx > 0 && tx < TX - 1;
    const bool interior = i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1;
    if (in_out_tile && interior) {
        out[(i * n + j) * n + k] = c[0] * tile[tz][ty][tx] + c[1] * tile[tz][ty][tx - 1] +
                                   c[2] * tile[tz][ty][tx + 1] + c[3] * tile[tz][ty - 1][tx] +
                                   c[4] * tile[tz][ty + 1][tx] + c[5] * tile[tz - 1][ty][tx] +
                                   c[6] * tile[tz + 1][ty][tx];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n - 2) / (TX - 2) + 1, (n - 2) / (TY - 2) + 1, (n - 2) / (TZ - 2) + 1),
            dim3(TX, TY, TZ)};
}
