// lab: 4
// what: Four cells are loaded at once from addresses that are no multiple of 16 bytes.
// expect: crash

#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) {
        return;
    }
    const int here = (i * n + j) * n + k;
    const float4 row = *reinterpret_cast<const float4*>(in + here - 1); // <-- crash
    out[here] = c[0] * row.y + c[1] * row.x + c[2] * row.z + c[3] * in[here - n] +
                c[4] * in[here + n] + c[5] * in[here - n * n] + c[6] * in[here + n * n];
}

LaunchConfig launch_config(int n) {
    const int blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
