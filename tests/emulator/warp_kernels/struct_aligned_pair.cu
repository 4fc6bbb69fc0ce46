// Pairs of floats, aligned to 8 bytes, are one access each.
#include "lab.cuh"

struct __align__(8) Pair {
    float a;
    float b;
};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (2 * t + 1 < cells) {
        const Pair pair = reinterpret_cast<const Pair*>(in)[t];
        reinterpret_cast<Pair*>(out)[t] = Pair{pair.b, pair.a};
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
