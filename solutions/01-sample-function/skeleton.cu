// Lab 01, sample function: every thread computes one value of f(x) = x·x.
//
// A kernel is written for one thread, and launched for many. All of them run the same lines; what
// tells them apart is their number. Threads come in blocks of the same size, and a thread knows the
// number of its block and its own number within the block:
//
//     block            0                 1                 2
//     thread     0  1  ...  255    0  1  ...  255    0  1  ...  255
//     sample     0  1  ...  255  256  ...                        ?
//
// Given are the samples x[0] to x[n-1]. The kernel computes, for each of them,
//
//     f[i] = x[i]·x[i]

#include "lab.cuh"

constexpr int BLOCK = 256; // threads of a block

// x, f: n samples each.
__global__ void sample_kernel(const float* x, float* f, int n) {
    // >>> your part 1: the thread's sample
    // TODO: Which sample is this thread's? Count the threads before it: those of whole blocks, then
    // TODO: those of its own block. A thread finds its numbers in blockIdx.x and threadIdx.x.
    const int i = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: The last block is rarely full of samples, but it always has BLOCK threads. Which of all
    // TODO: threads have a sample? As it stands none has.
    const bool has_sample = false;
    // <<< your part 2

    // >>> your part 3: the value
    // TODO: Read the thread's sample, and write its square where it belongs. No other thread writes
    // TODO: there, and none waits for this one.
    if (has_sample) {
    }
    // <<< your part 3
}

LaunchConfig launch_config(int n) {
    // >>> your part 4: how many blocks
    // TODO: How many blocks of BLOCK threads does it take so that each of the n samples has a
    // TODO: thread? Try yours on n = 1, 255, 256 and 257: it takes 1, 1, 1 and 2.
    const int blocks = 1;
    // <<< your part 4
    return {dim3(blocks), dim3(BLOCK)};
}
