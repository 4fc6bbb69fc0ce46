// Every warp begins one cell after a sector's begin, and so touches five sectors instead of four.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int cell = blockIdx.x * 128 + threadIdx.x + 1;
    if (cell < n * n * n) {
        out[cell] = in[cell];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
