// lab: 2
// what: Each thread copies its window into memory that it allocates and releases.
// expect: passed
// grids: 4, 129

#include "lab.cuh"

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    const int point = threadIdx.x + 32 * blockIdx.x;
    if (point < n && n <= 2 * R) {
        df[point] = T(0);
    } else if (point < n) {
        T* const window = static_cast<T*>(malloc((2 * R + 1) * sizeof(T)));
        const int begin = min(max(point, R), n - 1 - R) - R;
        for (int p = 0; p < 2 * R + 1; ++p) {
            window[p] = f[begin + p];
        }
        T* const result = new T(0);
        for (int p = 2 * R; p >= 0; --p) {
            *result += window[p] * c[(point - begin) * (2 * R + 1) + p];
        }
        df[point] = *result;
        delete result;
        free(window);
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + 31) / 32), dim3(32)};
}
