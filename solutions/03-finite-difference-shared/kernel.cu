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
    // The window of the last points begins at n - POINTS, wherever their block begins.
    const int for_last = start - R < n - POINTS ? start - R : n - POINTS;
    const int begin = for_last > 0 ? for_last : 0;
    // <<< your part 1

    // >>> your part 2: the load
    const int end = start + TPB + R < n ? start + TPB + R : n;
    for (int at = begin + static_cast<int>(threadIdx.x); at < end; at += TPB) {
        tile[at - begin] = f[at];
    }
    // <<< your part 2

    // >>> your part 3: the barrier
    // Every thread of the block waits: those without an output may have loaded for others.
    __syncthreads();
    // <<< your part 3

    // >>> your part 4: the sum
    if (i < n) {
        const int first = i < R ? 0 : i > n - 1 - R ? n - POINTS : i - R;
        const auto window_sum = [&](int place) {
            T sum = 0;
            for (int p = 0; p < POINTS; ++p) {
                sum += c[place * POINTS + p] * tile[first - begin + p];
            }
            return sum;
        };
        // In the middle the position is R: the compiler then knows the index of each
        // coefficient.
        const int place = i - first;
        df[i] = n < POINTS ? T(0) : place == R ? window_sum(R) : window_sum(place);
    }
    // <<< your part 4
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    // One thread for each output: the halo has no extra threads.
    return {dim3((n + TPB - 1) / TPB), dim3(TPB)};
}
