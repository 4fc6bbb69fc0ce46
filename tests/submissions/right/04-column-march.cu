// lab: 4
// what: A thread computes a whole column, with the z neighbours in registers.
// expect: passed

#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j >= n - 1 || k >= n - 1) {
        return;
    }
    const int plane = n * n;
    const float* cell = in + j * n + k;
    float below = cell[0];
    float here = cell[plane];
    for (int i = 1; i < n - 1; ++i) {
        cell += plane;
        const float above = cell[plane];
        out[i * plane + j * n + k] = c[0] * here + c[1] * cell[-1] + c[2] * cell[1] +
                                     c[3] * cell[-n] + c[4] * cell[n] + c[5] * below + c[6] * above;
        below = here;
        here = above;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned cells = n - 2;
    return {dim3((cells + 31) / 32, (cells + 7) / 8), dim3(32, 8)};
}
