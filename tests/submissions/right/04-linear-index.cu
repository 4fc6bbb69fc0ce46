// lab: 4
// what: One axis of threads; a cell's three numbers come from division and remainder.
// expect: passed
// grids: 3, 5, 62, 121

#include "lab.cuh"

__global__ void __launch_bounds__(192)
    stencil_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
    const int inner = n - 2;
    const int count = inner * inner * inner;
    const int number = blockDim.x * blockIdx.x + threadIdx.x;
    if (number < count) {
        const int x = number % inner + 1;
        const int y = number / inner % inner + 1;
        const int z = number / (inner * inner) + 1;
        const float* p = in + x + n * (y + n * z);
        const int steps[] = {0, -1, 1, -n, n, -n * n, n * n};
        float total = 0;
#pragma unroll
        for (int s = 0; s < 7; ++s) {
            total = fmaf(c[s], __ldg(p + steps[s]), total);
        }
        out[p - in] = total;
    }
}

LaunchConfig launch_config(int n) {
    const int count = (n - 2) * (n - 2) * (n - 2);
    return {dim3((count + 191) / 192), dim3(192)};
}
