// Lab 01, sample function: every thread computes one value of f(x) = x·x.
// First read handouts/01-sample-function.md. Then fill in the parts and run: ./lab check 1
//
// A kernel is written for one thread and launched for many. All threads run the same lines; only
// their numbers differ. Threads come in blocks of equal size, and a thread knows the number of its
// block and its own number within the block:
//
//     block            0                 1                 2
//     thread     0  1  ...  255    0  1  ...  255    0  1  ...  255
//     sample     0  1  ...  255  256  ...                        ?
//
// For each of the samples x[0] to x[n-1] the kernel computes
//
//     f[i] = x[i]·x[i]

#include "lab.cuh"

constexpr int BLOCK = 256; // threads of a block

// x, f: n samples each.
__global__ void sample_kernel(const float* x, float* f, int n) {
    // >>> your part 1: the thread's sample
    // Whole blocks before this one, then the threads before this one in its block.
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    // <<< your part 1

    // >>> your part 2: the guard
    // In the last block, threads from n on have nothing to do.
    const bool has_sample = i < n;
    // <<< your part 2

    // >>> your part 3: the value
    if (has_sample) {
        f[i] = x[i] * x[i];
    }
    // <<< your part 3
}

LaunchConfig launch_config(int n) {
    // >>> your part 4: how many blocks
    // Rounded up: samples left over after the full blocks need a block, too.
    const int blocks = (n + BLOCK - 1) / BLOCK;
    // <<< your part 4
    return {dim3(blocks), dim3(BLOCK)};
}
