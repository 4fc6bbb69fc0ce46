// lab: 4
// what: A cell adds its share to its neighbours' results, which others add to at the same time.
// expect: race-global, wrong-output (uninitialized-global)

#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) {
        return;
    }
    const int here = (i * n + j) * n + k;
    out[here] += c[0] * in[here];          // <-? race-global
    out[here + 1] += c[1] * in[here];      // <-? race-global
    out[here - 1] += c[2] * in[here];      // <-? race-global
    out[here + n] += c[3] * in[here];      // <-? race-global
    out[here - n] += c[4] * in[here];      // <-? race-global
    out[here + n * n] += c[5] * in[here];  // <-? race-global
    out[here - n * n] += c[6] * in[here];  // <-? race-global
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
