// lab: 2
// what: Besides the derivative, a block sums up its squares by a tree in shared memory, as a solver does.
// expect: passed
// grids: 1, 2, 7, 130, 1000

#include "lab.cuh"

constexpr int SIZE = 64;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    __shared__ T square[SIZE];
    const int t = threadIdx.x;
    const int i = blockIdx.x * SIZE + t;
    T value = 0;
    if (i < n && n > 2 * R) {
        const int from = max(0, min(i - R, n - 1 - 2 * R));
        for (int to = from + 2 * R, at = to; at >= from; --at) {
            value += f[at] * c[(i - from) * (2 * R + 1) + at - from];
        }
    }
    square[t] = value * value;
    __syncthreads();
    for (int half = SIZE / 2; half > 0; half /= 2) {
        if (t < half) {
            square[t] += square[t + half];
        }
        __syncthreads();
    }
    // A norm that is no number marks the block's points, which never happens with finite input.
    if (i < n) {
        df[i] = square[0] == square[0] ? value : square[0];
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3(n / SIZE + 1), dim3(SIZE)};
}
