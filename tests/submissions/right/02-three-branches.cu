// lab: 2
// what: Middle and ends have a branch each; which ends there are is decided when compiled.
// expect: passed

#include "lab.cuh"

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T value = 0;
        if (n >= POINTS) {
            if (i >= R && i < n - R) {
                for (int p = 0; p < POINTS; ++p) {
                    value += c[R * POINTS + p] * f[i - R + p];
                }
            }
            if constexpr (R == 1) {
                if (i == 0) {
                    value = c[0] * f[0] + c[1] * f[1] + c[2] * f[2];
                }
                if (i == n - 1) {
                    value = c[6] * f[n - 3] + c[7] * f[n - 2] + c[8] * f[n - 1];
                }
            } else {
                const int from_end = n - 1 - i;
                if (i < R) {
                    for (int p = 0; p < POINTS; ++p) {
                        value += c[i * POINTS + p] * f[p];
                    }
                }
                if (from_end < R) {
                    for (int p = 0; p < POINTS; ++p) {
                        value += c[(2 * R - from_end) * POINTS + p] * f[n - POINTS + p];
                    }
                }
            }
        }
        df[i] = value;
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + 95) / 96), dim3(96)};
}
