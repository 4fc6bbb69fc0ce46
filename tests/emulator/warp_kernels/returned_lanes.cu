// Every third lane returns after its first load and store.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t >= cells) {
        return;
    }
    const float value = in[t];
    out[t] = value;
    if (threadIdx.x % 3 == 2) {
        return;
    }
    out[t] = value + in[t / 3];
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
