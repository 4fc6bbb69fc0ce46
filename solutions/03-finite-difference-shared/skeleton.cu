// Lab 03, finite differences through shared memory: each value comes from global memory once per
// block.
// First read handouts/03-finite-difference-shared.md. Then fill in the parts and run: ./lab check 3
//
// The derivative is that of lab 02: 2R + 1 sets of 2R + 1 coefficients, the window moved inwards at
// the ends, 0 everywhere if n is less than a window. There every thread loads its whole window, so
// 2R + 1 threads load each value. Here the block loads each value once, into shared memory, and its
// threads read their windows from there.
//
//     outputs of block b         b·TPB …                                 … b·TPB + TPB - 1
//     tile in shared memory   R  |  one value for each output               |  R
//                            halo                                          halo
//
// A tile has TPB + 2R values and a block has TPB threads, so some threads load two.

#include "lab.cuh"

constexpr int TPB = 128; // threads per block

// f, df: n values each. The kernel is compiled for T = float and double, and for R = 1, 2 and 3.
template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1; // in a window
    constexpr int TILE = TPB + 2 * R;
    static_assert(2 * R <= TPB, "a thread loads two values at most");
    __shared__ T tile[TILE];

    const int start = static_cast<int>(blockIdx.x) * TPB; // the block's first output
    const int i = start + static_cast<int>(threadIdx.x);

    // >>> your part 1: which value tile[0] holds
    // TODO: The tile begins R before the block's first output, if that value exists. In the first
    // TODO: block it does not: begin with f[0].
    // TODO: The last block can have fewer outputs than a window has points. With n = 129 and R = 1
    // TODO: it has one output, whose window is 126 to 128. Begin early enough for that, too.
    const int begin = start;
    // <<< your part 1

    // >>> your part 2: the load
    // TODO: All threads together load the values from `begin` on: up to R after the block's last
    // TODO: output, and never past the end of f. Neighbouring threads load neighbouring values.
    if (i < n) {
        tile[threadIdx.x] = f[i];
    }
    // <<< your part 2

    // >>> your part 3: the barrier
    // TODO: Which threads wait for which? And must threads without an output reach the barrier, too?
    // <<< your part 3

    // >>> your part 4: the sum
    // TODO: As in lab 02, except for the source of the values: where in the tile is f[first + p]?
    // TODO: Read nothing from f any more.
    if (i < n) {
        df[i] = c[0] * tile[threadIdx.x];
    }
    // <<< your part 4
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    // One thread for each output: the halo has no extra threads.
    return {dim3((n + TPB - 1) / TPB), dim3(TPB)};
}
