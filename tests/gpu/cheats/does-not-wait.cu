// expect: wrong-output
// emulator: passed
// Lets the next launch of a series begin early and waits for nothing: it gains what a right kernel has to wait.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        out[cell] = c[0] * in[cell] + c[1] * in[cell - 1] + c[2] * in[cell + 1] +
                    c[3] * in[cell - n] + c[4] * in[cell + n] + c[5] * in[cell - n * n] +
                    c[6] * in[cell + n * n];
    }
}

LaunchConfig launch_config(int n) {
    const unsigned along = (n + 3) / 4;
    return {dim3((n + 31) / 32, along, along), dim3(32, 4, 4), 0, true};
}
