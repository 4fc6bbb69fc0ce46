// lab: 3
// what: The tile is dynamic shared memory; a thread has several outputs, a block's width apart.
// expect: passed

#include "lab.cuh"

constexpr int THREADS = 64;
constexpr int EACH = 4;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1;
    extern __shared__ __align__(16) char memory[];
    auto* tile = reinterpret_cast<T*>(memory);

    const int start = blockIdx.x * THREADS * EACH;
    const int past = min(start + THREADS * EACH, n);
    const int last_first = max(n - POINTS, 0);
    const int begin = min(max(start - R, 0), last_first);
    const int values = min(past + R, n) - begin;
    for (int place = threadIdx.x; place < values; place += THREADS) {
        tile[place] = f[begin + place];
    }
    __syncthreads();

    for (int i = start + threadIdx.x; i < past; i += THREADS) {
        T sum = 0;
        if (n >= POINTS) {
            const int first = min(max(i - R, 0), last_first);
            const int set = (i - first) * POINTS;
            const T* window = tile + (first - begin);
#pragma unroll
            for (int p = 0; p < POINTS; ++p) {
                sum += c[set + p] * window[p];
            }
        }
        df[i] = sum;
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    constexpr int outputs = THREADS * EACH;
    return {dim3((n + outputs - 1) / outputs), dim3(THREADS), (THREADS * EACH + 2 * R) * sizeof(T)};
}
