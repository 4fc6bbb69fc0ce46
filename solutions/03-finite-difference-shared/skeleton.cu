// Lab 03, finite differences through shared memory: each value comes from global memory once per
// block.
//
// The derivative is that of lab 02: 2R + 1 sets of 2R + 1 coefficients, the window moved inwards at
// the ends, 0 everywhere when n is less than a window. There, every thread loads its whole window,
// and a value is loaded by 2R + 1 threads. Here the block loads what it needs once, into shared
// memory, and its threads read their windows there.
//
//     outputs of block b         b·TPB …                                 … b·TPB + TPB - 1
//     tile in shared memory   R  |  one value for each output               |  R
//                            halo                                          halo
//
// A tile has TPB + 2R values and a block TPB threads: some threads load two.

#include "lab.cuh"

constexpr int TPB = 128; // threads per block

// f, df: n values each. The kernel is made for T = float and double, and for R = 1, 2 and 3.
template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1; // in a window
    constexpr int TILE = TPB + 2 * R;
    static_assert(2 * R <= TPB, "a thread loads two values at most");
    __shared__ T tile[TILE];

    const int start = static_cast<int>(blockIdx.x) * TPB; // the block's first output
    const int i = start + static_cast<int>(threadIdx.x);

    // >>> your part 1: which value tile[0] holds
    // TODO: R before the block's first output, where there is such a value. In the first block there
    // TODO: is none: begin with f[0] then.
    // TODO: The last block can be shorter than its window is wide: n = 129 and R = 1 have a block
    // TODO: with one output, whose window is 126 to 128. Begin early enough for that, too.
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
    // TODO: Who waits for whom? And which threads have to come by: also those without an output?
    // <<< your part 3

    // >>> your part 4: the sum
    // TODO: As in lab 02, but for where the values come from: f[first + p] lies in the tile at …
    // TODO: Nothing is read from f any more.
    if (i < n) {
        df[i] = c[0] * tile[threadIdx.x];
    }
    // <<< your part 4
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    // One thread for each output: the halo has no threads of its own.
    return {dim3((n + TPB - 1) / TPB), dim3(TPB)};
}
