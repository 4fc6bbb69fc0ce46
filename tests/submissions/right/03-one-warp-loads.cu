// lab: 3
// what: The first warp loads the whole tile, the others wait for it.
// expect: passed

#include "lab.cuh"

#include <algorithm>

template <class T, int R>
struct Sizes {
    static constexpr int outputs = 160;
    static constexpr int window = 2 * R + 1;
    static constexpr int tile = outputs + 2 * R;
};

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    using S = Sizes<T, R>;
    __shared__ T buffer[S::tile];
    const int first_output = blockIdx.x * S::outputs;
    int low = first_output - R;
    if (low > n - S::window) {
        low = n - S::window;
    }
    if (low < 0) {
        low = 0;
    }
    if (threadIdx.x < 32) {
        const int count = min(n - low, S::tile);
        for (int slot = threadIdx.x; slot < count; slot += 32) {
            buffer[slot] = f[low + slot];
        }
    }
    __syncthreads();
    const int mine = first_output + threadIdx.x;
    if (mine >= n) {
        return;
    }
    if (S::window > n) {
        df[mine] = T();
        return;
    }
    int place = R;
    if (mine < R) {
        place = mine;
    }
    if (mine > n - 1 - R) {
        place = mine - (n - S::window);
    }
    T total = T();
    const T* cell = &buffer[mine - place - low];
#pragma unroll
    for (int offset = 0; offset < S::window; ++offset) {
        total = fma(c[place * S::window + offset], cell[offset], total);
    }
    df[mine] = total;
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    const int outputs = Sizes<T, R>::outputs;
    return {dim3((n + outputs - 1) / outputs), dim3(outputs)};
}
