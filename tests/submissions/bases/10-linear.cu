// Lab 10 by one thread for each pixel, counted from row to row.
#include "lab.cuh"

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= width * height) {
        return;
    }
    const int row = t / width;
    const int col = t % width;
    const int left = col > 0 ? t - 1 : t;
    const int right = col < width - 1 ? t + 1 : t;
    const int above = row > 0 ? t - width : t;
    const int below = row < height - 1 ? t + width : t;
    out[t] = in[t] + in[left] + in[right] + in[above] + in[below];
}

LaunchConfig launch_config(int width, int height) {
    return {dim3((width * height + 255) / 256), dim3(256)};
}
