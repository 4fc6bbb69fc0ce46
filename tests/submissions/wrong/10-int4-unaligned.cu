// lab: 10
// what: Four pixels are loaded at once and used one by one; where the width is no multiple of 4, rows are not aligned.
// expect: crash (out-of-bounds-global, wrong-output)
// explanation: cells-left-out
// grids: 13x9

#include "lab.cuh"

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    const int col = 4 * threadIdx.x;
    const int row = blockIdx.x;
    const int4 own = *reinterpret_cast<const int4*>(in + row * width + col); // <-- crash
    const int left = in[row * width + max(col - 1, 0)];
    const int* const up = in + max(row - 1, 0) * width + col;
    const int* const down = in + min(row + 1, height - 1) * width + col;
    int* const to = out + row * width + col;
    to[0] = own.x + left + own.y + up[0] + down[0];
    to[1] = own.y + own.x + own.z + up[1] + down[1];
    to[2] = own.z + own.y + own.w + up[2] + down[2];
    to[3] = own.w + own.z + in[row * width + min(col + 4, width - 1)] + up[3] + down[3];
}

LaunchConfig launch_config(int width, int height) {
    return {dim3(height), dim3(width / 4)};
}
