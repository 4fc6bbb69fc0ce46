// lab: 1
// what: Threads off the end skip the barrier by an if.
// expect: barrier-divergence
// grids: 1, 257

#include "lab.cuh"
__global__ void sample_kernel(const float* x, float* f, int n) {
    __shared__ float t[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) {
        t[threadIdx.x] = x[i];
        __syncthreads();  // <-- barrier-divergence
        f[i] = t[threadIdx.x] * t[threadIdx.x];
    }
}
LaunchConfig launch_config(int n) { return {dim3((n + 63) / 64), dim3(64)}; }
