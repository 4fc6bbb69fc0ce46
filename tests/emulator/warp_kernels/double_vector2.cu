// Pairs of doubles: accesses of 16 bytes.
#include "lab.cuh"

__global__ void stencil_kernel(const double* in, double* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t < n * n * n / 2) {
        const double2 v = reinterpret_cast<const double2*>(in)[t];
        reinterpret_cast<double2*>(out)[t] = make_double2(c[0] * v.x, c[1] * v.y);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 2 + 127) / 128), dim3(128)};
}
