// lab: 2
// what: Values come through dynamic shared memory, though the lab does not ask for it.
// expect: passed

#include "lab.cuh"

constexpr int THREADS = 128;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1;
    extern __shared__ __align__(8) unsigned char bytes[];
    T* near = reinterpret_cast<T*>(bytes);

    const int last_begin = max(n - POINTS, 0);
    const int start = blockIdx.x * THREADS;
    const int begin = min(max(start - R, 0), last_begin);
    for (int place = threadIdx.x; place < THREADS + 2 * R; place += THREADS) {
        const int at = begin + place;
        if (at < n) {
            near[place] = f[at];
        }
    }
    __syncthreads();

    const int i = start + threadIdx.x;
    if (i >= n) {
        return;
    }
    T sum = 0;
    if (n >= POINTS) {
        const int first = min(max(i - R, 0), last_begin);
        const int set = i - first;
        for (int p = 0; p < POINTS; ++p) {
            sum += c[set * POINTS + p] * near[first - begin + p];
        }
    }
    df[i] = sum;
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + THREADS - 1) / THREADS), dim3(THREADS), (THREADS + 2 * R) * sizeof(T)};
}
