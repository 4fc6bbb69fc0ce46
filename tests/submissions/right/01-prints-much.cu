// lab: 1
// what: Every thread prints a table, far more than CUDA keeps.
// expect: passed
// grids: 257

#include "lab.cuh"

#include <cstdio>

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (n <= i) {
        return;
    }
    const float at = x[i];
    for (int power = 0; power < 300; ++power) {
        printf("sample %d, power %d: x is %f and x squared is %f\n", i, power, at, at * at);
    }
    f[i] = at * at;
}

LaunchConfig launch_config(int n) {
    return {dim3(n / 128 + 1), dim3(128)};
}
