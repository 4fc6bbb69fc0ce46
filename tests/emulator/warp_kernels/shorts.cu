// Accesses of 2 bytes, in global and in shared memory.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ short tile[256];
    const int t = blockIdx.x * 256 + threadIdx.x;
    const int halves = n * n * n * 2;
    tile[threadIdx.x] = t < halves ? reinterpret_cast<const short*>(in)[t] : short{0};
    __syncthreads();
    if (t < halves) {
        reinterpret_cast<short*>(out)[t] = tile[255 - threadIdx.x];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n * 2 + 255) / 256), dim3(256)};
}
