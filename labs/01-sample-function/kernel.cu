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
    // TODO: Which sample is this thread's? Count the threads before it: first those of whole blocks,
    // TODO: then those of its own block. blockIdx.x and threadIdx.x hold the thread's numbers.
    const int i = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: The last block rarely has a sample for each thread, but it always has BLOCK threads.
    // TODO: Which threads have a sample? In the skeleton none has.
    const bool has_sample = false;
    // <<< your part 2

    // >>> your part 3: the value
    // TODO: Read the thread's sample and write its square to the right element. No other thread
    // TODO: writes there, and none waits for this one.
    if (has_sample) {
    }
    // <<< your part 3
}

LaunchConfig launch_config(int n) {
    // >>> your part 4: how many blocks
    // TODO: How many blocks of BLOCK threads are needed so that each of the n samples has a thread?
    // TODO: Test yours with n = 1, 255, 256 and 257: the answers are 1, 1, 1 and 2.
    const int blocks = 1;
    // <<< your part 4
    return {dim3(blocks), dim3(BLOCK)};
}
