// lab: 1
// what: The threads of a branch that a warp takes together claim samples with one atomic of their leader.
// expect: passed
// grids: 1, 255, 1000

#include "lab.cuh"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int claimed_even;
__device__ int claimed_odd;

// The next number of a counter, for each thread that comes here.
__device__ int claim(int* counter) {
    const cg::coalesced_group together = cg::coalesced_threads();
    int first = 0;
    if (together.thread_rank() == 0) {
        first = atomicAdd(counter, together.size());
    }
    return together.shfl(first, 0) + together.thread_rank();
}

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    // Each launch claims as many more of each kind.
    int mine;
    if (i % 2 == 0) {
        mine = 2 * (claim(&claimed_even) % ((n + 1) / 2));
    } else {
        mine = 2 * (claim(&claimed_odd) % (n / 2)) + 1;
    }
    f[mine] = x[mine] * x[mine];
}

LaunchConfig launch_config(int n) {
    return {dim3(n / 96 + 1), dim3(96)};
}
