// lab: 4
// what: The stencil's offsets are a table in constant memory, the sum is a loop over it.
// expect: passed

#include "lab.cuh"

struct Offset {
    int i, j, k;
};

__constant__ Offset star[7] = {{0, 0, 0}, {0, 0, -1}, {0, 0, 1}, {0, -1, 0},
                               {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (min(min(i, j), k) < 1 || max(max(i, j), k) > n - 2) {
        return;
    }
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < 7; ++p) {
        const Offset offset = star[p];
        sum += c[p] * in[((i + offset.i) * n + j + offset.j) * n + k + offset.k];
    }
    out[(i * n + j) * n + k] = sum;
}

LaunchConfig launch_config(int n) {
    const dim3 block(32, 2, 2);
    return {dim3((n - 1) / block.x + 1, (n - 1) / block.y + 1, (n - 1) / block.z + 1), block};
}
