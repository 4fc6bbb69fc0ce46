// expect: crash
// emulator: out-of-bounds-global
// Writes to an address that nobody gave it.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        out[cell] = c[0] * in[cell] + c[1] * in[cell - 1] + c[2] * in[cell + 1] +
                    c[3] * in[cell - n] + c[4] * in[cell + n] + c[5] * in[cell - n * n] +
                    c[6] * in[cell + n * n];
    }
    if (i == 0 && j == 0 && k == 0) {
        *reinterpret_cast<volatile float*>(16) = 1.0f;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
