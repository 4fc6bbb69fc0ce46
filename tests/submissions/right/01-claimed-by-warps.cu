// lab: 1
// what: Each warp claims as many samples as it has lanes left, with one atomic of its first lane.
// expect: passed
// grids: 1, 255, 1000

#include "lab.cuh"

__device__ int claimed;

__global__ void sample_kernel(const float* x, float* f, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x >= n) {
        return;
    }
    const unsigned int active = __activemask();
    const int lane = threadIdx.x % 32;
    const int leader = __ffs(active) - 1;
    int first = 0;
    if (lane == leader) {
        first = atomicAdd(&claimed, __popc(active));
    }
    first = __shfl_sync(active, first, leader);
    // Each launch claims n more.
    const int mine = (first + __popc(active & ((1u << lane) - 1))) % n;
    f[mine] = x[mine] * x[mine];
}

LaunchConfig launch_config(int n) {
    return {dim3(n / 96 + 1), dim3(96)};
}
