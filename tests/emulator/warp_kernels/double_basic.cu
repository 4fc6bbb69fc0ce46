// The basic sweep in double precision: 8 bytes a lane.
#include "lab.cuh"

__global__ void stencil_kernel(const double* in, double* out, int n) {
    const int i = blockIdx.z * 4 + threadIdx.z;
    const int j = blockIdx.y * 4 + threadIdx.y;
    const int k = blockIdx.x * 16 + threadIdx.x;
    if (i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2) {
        const int here = (i * n + j) * n + k;
        out[here] = c[0] * in[here] + c[1] * in[here - 1] + c[2] * in[here + 1] +
                    c[3] * in[here - n] + c[4] * in[here + n] + c[5] * in[here - n * n] +
                    c[6] * in[here + n * n];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 15) / 16, (n + 3) / 4, (n + 3) / 4), dim3(16, 4, 4)};
}
