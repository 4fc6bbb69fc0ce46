// lab: 7
// what: Nothing is shared: x and y neighbours are read from global memory.
// expect: technique-missing
// grids: 120

#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j > n - 2 || k > n - 2) {
        return;
    }
    const int first = 30 * blockIdx.z + 1;
    const int last = min(first + 29, n - 2);
    float below = in[((first - 1) * n + j) * n + k];
    float here = in[(first * n + j) * n + k];
    for (int i = first; i <= last; ++i) {
        const int cell = (i * n + j) * n + k;
        const float above = in[cell + n * n];
        out[cell] = c[0] * here + c[1] * in[cell - 1] + c[2] * in[cell + 1] + c[3] * in[cell - n] +
                    c[4] * in[cell + n] + c[5] * below + c[6] * above;
        below = here;
        here = above;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 29) / 32, (n + 29) / 32, (n + 27) / 30), dim3(32, 32)};
}
