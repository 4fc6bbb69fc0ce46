// The basic sweep with two axes exchanged: neighbours in a warp are a plane apart in memory, so
// that nearly every lane of a request touches a sector of its own.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.x * 8 + threadIdx.x;
    const int j = blockIdx.y * 8 + threadIdx.y;
    const int k = blockIdx.z * 8 + threadIdx.z;
    if (i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2) {
        const int here = (i * n + j) * n + k;
        out[here] = c[0] * in[here] + c[1] * in[here - 1] + c[2] * in[here + 1] +
                    c[3] * in[here - n] + c[4] * in[here + n] + c[5] * in[here - n * n] +
                    c[6] * in[here + n * n];
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
