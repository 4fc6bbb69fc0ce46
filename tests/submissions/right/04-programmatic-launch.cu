// lab: 4
// what: The next launch of a series may begin early, and waits itself for the one before.
// expect: passed

#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * 4 + threadIdx.z;
    const int j = blockIdx.y * 4 + threadIdx.y;
    const int k = blockIdx.x * 32 + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) {
        return;
    }
    const int cell = (i * n + j) * n + k;
    out[cell] = c[0] * in[cell] + c[1] * in[cell - 1] + c[2] * in[cell + 1] + c[3] * in[cell - n] +
                c[4] * in[cell + n] + c[5] * in[cell - n * n] + c[6] * in[cell + n * n];
}

LaunchConfig launch_config(int n) {
    const unsigned cells = n;
    return {dim3((cells + 31) / 32, (cells + 3) / 4, (cells + 3) / 4), dim3(32, 4, 4), 0, true};
}
