// lab: 1
// what: The first load leaves the array in threads without a sample, the second one in every thread.
// expect: out-of-bounds-global
// grids: 1, 257

#include "lab.cuh"
__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ float t[512];
    const int i = blockIdx.x * 256 + threadIdx.x;
    float* const own = &t[2 * threadIdx.x];
    own[0] = x[i];  // <-- out-of-bounds-global
    own[1] = x[n + i];  // <-- out-of-bounds-global
    __syncthreads();
    if (i < n) f[i] = t[2 * threadIdx.x] * t[(2 * threadIdx.x + 512) % 512];
    else if (t[(2 * threadIdx.x + 3) % 512] == 123.456f) f[0] = 0.0f;
}
LaunchConfig launch_config(int n) { return {dim3((n + 255) / 256), dim3(256)}; }
