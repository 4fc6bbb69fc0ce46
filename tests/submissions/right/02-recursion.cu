// lab: 2
// what: The sum is a recursion of templates, points are dealt to threads from the grid's end.
// expect: passed

#include "lab.cuh"

template <int P>
struct Sum {
    template <class T, class Set>
    __device__ static T of(const T* window, const Set& c, int from) {
        return Sum<P - 1>::of(window, c, from) + c[from + P] * window[P];
    }
};

template <>
struct Sum<0> {
    template <class T, class Set>
    __device__ static T of(const T* window, const Set& c, int from) {
        return c[from] * window[0];
    }
};

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    const int i = n - 1 - static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < 0) {
        return;
    }
    const bool fits = n > 2 * R;
    int first = i - R;
    first -= max(first + 2 * R - (n - 1), 0);
    first += max(-first, 0);
    df[i] = fits ? Sum<2 * R>::of(f + first, c, (i - first) * (2 * R + 1)) : T(0);
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3(n / 256 + 1), dim3(256)};
}
