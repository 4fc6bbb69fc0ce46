// A structure of three floats in shared memory is read whole: three accesses of 4 bytes, three words apart.
#include "lab.cuh"

struct Three {
    float a;
    float b;
    float c;
};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ Three tile[128];
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const float value = t < cells ? in[t] : 0.0f;
    tile[threadIdx.x] = Three{value, 2 * value, 3 * value};
    __syncthreads();
    const Three other = tile[127 - threadIdx.x];
    if (t < cells) {
        out[t] = other.a + other.b * other.c;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
