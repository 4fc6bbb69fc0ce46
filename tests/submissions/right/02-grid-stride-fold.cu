// lab: 2
// what: Few blocks step through the grid; the sum is a fold over the window's places.
// expect: passed

#include "lab.cuh"

#include <utility>

template <class T, class Set, int... Places>
__device__ T folded(const T* window, const Set& c, int from,
                    std::integer_sequence<int, Places...>) {
    return ((c[from + Places] * window[Places]) + ...);
}

__device__ inline int clamped(int i, int low, int high) {
    return i < low ? low : i > high ? high : i;
}

template <class T, int R>
__global__ void derivative(const T* __restrict__ f, T* __restrict__ df, int n,
                           const Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int N = 2 * R + 1;
    const int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
        if (n < N) {
            df[i] = T();
            continue;
        }
        const int first = clamped(i - R, 0, n - N);
        df[i] = folded(f + first, c, (i - first) * N, std::make_integer_sequence<int, N>());
    }
}

template <class T, int R>
LaunchConfig launch_config(int) {
    return {dim3(3), dim3(160)};
}
