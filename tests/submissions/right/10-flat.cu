// lab: 10
// what: One axis of threads; the pixel's row and column come from a division.
// expect: passed

#include "lab.cuh"

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= width * height) {
        return;
    }
    const int row = pixel / width;
    const int col = pixel % width;
    int sum = in[pixel];
    sum += in[col == 0 ? pixel : pixel - 1];
    sum += in[col == width - 1 ? pixel : pixel + 1];
    sum += in[row == 0 ? pixel : pixel - width];
    sum += in[row == height - 1 ? pixel : pixel + width];
    out[pixel] = sum;
}

LaunchConfig launch_config(int width, int height) {
    return {dim3((width * height + 127) / 128), dim3(128)};
}
