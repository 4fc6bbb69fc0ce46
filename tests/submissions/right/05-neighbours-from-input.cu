// lab: 5
// what: A tile of the block's own cells alone: neighbours beyond it are read from the input.
// expect: passed
#include "lab.cuh"

constexpr int SIDE = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float own[SIDE][SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int x = blockIdx.x * SIDE + tx;
    const int y = blockIdx.y * SIDE + ty;
    const int z = blockIdx.z * SIDE + tz;
    const int at = (z * n + y) * n + x;
    const bool on_grid = x < n and y < n and z < n;
    if (on_grid) {
        own[tz][ty][tx] = in[at];
    }
    __syncthreads();
    const bool on_boundary = x == 0 or y == 0 or z == 0 or x == n - 1 or y == n - 1 or z == n - 1;
    if (not on_grid or on_boundary) {
        return;
    }
    const float left = tx > 0 ? own[tz][ty][tx - 1] : in[at - 1];
    const float right = tx < SIDE - 1 ? own[tz][ty][tx + 1] : in[at + 1];
    const float north = ty > 0 ? own[tz][ty - 1][tx] : in[at - n];
    const float south = ty < SIDE - 1 ? own[tz][ty + 1][tx] : in[at + n];
    const float below = tz > 0 ? own[tz - 1][ty][tx] : in[at - n * n];
    const float above = tz < SIDE - 1 ? own[tz + 1][ty][tx] : in[at + n * n];
    out[at] = c[0] * own[tz][ty][tx] + c[1] * left + c[2] * right + c[3] * north + c[4] * south +
              c[5] * below + c[6] * above;
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + SIDE - 1) / SIDE;
    return {dim3(blocks, blocks, blocks), dim3(SIDE, SIDE, SIDE)};
}
