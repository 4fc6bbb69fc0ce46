// expect: wrong-output
// emulator: out-of-bounds-global
// Looks for the expected output around the arrays and copies what it finds there.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        const float behind_input = in[n * n * n + cell % 4096];
        const float behind_output = out[n * n * n + cell % 4096];
        out[cell] = behind_input != 0.0f ? behind_input : behind_output;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
