// lab: 4
// what: A fixed number of threads strides over a grid of any size.
// expect: passed

#include "lab.cuh"

#include <iostream>

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int row = n;
    const int plane = n * n;
    for (int i = 1 + blockIdx.z * blockDim.z + threadIdx.z; i < n - 1; i += gridDim.z * blockDim.z) {
        for (int j = 1 + blockIdx.y * blockDim.y + threadIdx.y; j < n - 1;
             j += gridDim.y * blockDim.y) {
            for (int k = 1 + blockIdx.x * blockDim.x + threadIdx.x; k < n - 1;
                 k += gridDim.x * blockDim.x) {
                const int here = i * plane + j * row + k;
                out[here] = c[0] * in[here] + c[1] * in[here - 1] + c[2] * in[here + 1] +
                            c[3] * in[here - row] + c[4] * in[here + row] +
                            c[5] * in[here - plane] + c[6] * in[here + plane];
            }
        }
    }
}

LaunchConfig launch_config(int) {
    return {dim3(2, 3, 4), dim3(32, 4, 2)};
}
