// lab: 3
// what: Few blocks march over the grid with two buffers: the next chunk is loaded into registers during the sum.
// expect: passed
// grids: 1, 2, 7, 129, 3000

#include "lab.cuh"

constexpr int CHUNK = 64;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int points = 2 * R + 1;
    __shared__ T buffers[2][CHUNK + 2 * R];
    const int t = threadIdx.x;
    const int chunks = (n + CHUNK - 1) / CHUNK;
    const auto origin_of = [n](int chunk) { return max(0, min(chunk * CHUNK - R, n - points)); };
    // A thread's values of a chunk: one at its own place, and one at the end for the first 2R.
    const auto fetch = [&](int chunk, T& own, T& extra) {
        const int at = origin_of(chunk) + t;
        own = chunk < chunks && at < n ? f[at] : T(0);
        extra = chunk < chunks && t < 2 * R && at + CHUNK < n ? f[at + CHUNK] : T(0);
    };
    T own, extra;
    int chunk = blockIdx.x;
    fetch(chunk, own, extra);
    for (int turn = 0; chunk < chunks; ++turn, chunk += gridDim.x) {
        T* const buffer = buffers[turn % 2];
        buffer[t] = own;
        if (t < 2 * R) {
            buffer[CHUNK + t] = extra;
        }
        __syncthreads();
        fetch(chunk + gridDim.x, own, extra);
        const int i = chunk * CHUNK + t;
        if (i < n) {
            const int window = max(0, min(i - R, n - points));
            T sum = 0;
            for (int p = 0; n >= points && p < points; ++p) {
                sum += c[(i - window) * points + p] * buffer[window - origin_of(chunk) + p];
            }
            df[i] = sum;
        }
    }
}

template <class T, int R>
LaunchConfig launch_config(int) {
    return {dim3(3), dim3(CHUNK)};
}
