// expect: wrong-output
// emulator: passed
// Computes ten times and then leaves the output of the last launch in place.
#include "lab.cuh"

__device__ unsigned finished; // blocks of all launches so far

__global__ void stencil_kernel(const float* in, float* out, int n) {
    // The last block of a launch is counted when all others have begun: the same in each of them.
    const unsigned launch = atomicAdd(&finished, 0) / (gridDim.x * gridDim.y * gridDim.z);
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    const bool inside = i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1;
    if (inside && launch < 10) {
        out[cell] = c[0] * in[cell] + c[1] * in[cell - 1] + c[2] * in[cell + 1] +
                    c[3] * in[cell - n] + c[4] * in[cell + n] + c[5] * in[cell - n * n] +
                    c[6] * in[cell + n * n];
    }
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        atomicAdd(&finished, 1);
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
