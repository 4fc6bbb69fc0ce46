// lab: 1
// what: Eight blocks for any number of samples; a thread steps through them by the whole launch.
// expect: passed

#include "lab.cuh"

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int all_threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all_threads) {
        const float value = __ldg(x + i);
        f[i] = value * value;
    }
}

LaunchConfig launch_config(int) {
    return {dim3(8), dim3(1024)};
}
