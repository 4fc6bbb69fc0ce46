// lab: 2
// what: A thread has four points, a block's width apart, and a struct that knows the window.
// expect: passed

#include "lab.cuh"

constexpr int THREADS = 64;
constexpr int EACH = 4;

template <int R>
struct Window {
    static constexpr int points = 2 * R + 1;
    int first;
    int place;

    __device__ static Window of(int i, int n) {
        const int first = max(0, min(i - R, n - points));
        return {first, i - first};
    }

    template <class T>
    __device__ T sum(const T* f, const T* set) const {
        T total = set[0] * f[first];
#pragma unroll
        for (int p = 1; p < points; ++p) {
            total += set[p] * f[first + p];
        }
        return total;
    }
};

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    using Reach = Window<R>;
    int i = static_cast<int>(blockIdx.x * THREADS * EACH + threadIdx.x);
    for (int turn = 0; turn < EACH; ++turn, i += THREADS) {
        if (i >= n) {
            return;
        }
        const Reach window = Reach::of(i, n);
        df[i] = n < Reach::points ? T(0) : window.sum(f, &c[window.place * Reach::points]);
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n - 1) / (THREADS * EACH) + 1), dim3(THREADS)};
}
