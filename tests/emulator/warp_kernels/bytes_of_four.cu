// Four bytes as one access, two as one store.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (t < cells) {
        const uchar4 four = reinterpret_cast<const uchar4*>(in)[t];
        reinterpret_cast<uchar2*>(out)[t] = make_uchar2(four.x, four.w);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
