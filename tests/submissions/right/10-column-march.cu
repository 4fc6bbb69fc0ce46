// lab: 10
// what: A thread goes down a column with three pixels of it in registers.
// expect: passed

#include "lab.cuh"

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= width) {
        return;
    }
    const int left = col > 0 ? -1 : 0;
    const int right = col < width - 1 ? 1 : 0;
    const int* pixel = in + col;
    int above = *pixel;
    int here = *pixel;
    for (int row = 0; row < height; ++row) {
        const int below = row < height - 1 ? pixel[width] : here;
        out[row * width + col] = above + here + below + pixel[left] + pixel[right];
        above = here;
        here = below;
        pixel += width;
    }
}

LaunchConfig launch_config(int width, int) {
    return {dim3((width + 31) / 32), dim3(32)};
}
