// Two arrays in dynamic shared memory; the second begins 129 words on.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    extern __shared__ float both[];
    float* const second = both + 129;
    const float value = t < cells ? in[t] : 0.0f;
    both[threadIdx.x] = value;
    second[threadIdx.x * 2] = value;
    __syncthreads();
    if (t < cells) {
        out[t] = both[127 - threadIdx.x] + second[threadIdx.x / 2 * 4];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128), (129 + 256) * sizeof(float)};
}
