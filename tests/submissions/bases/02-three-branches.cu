// Lab 02 by a branch for each end of the grid and one for its middle.
#include "lab.cuh"

constexpr int TPB = 128; // threads per block

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    constexpr int POINTS = 2 * R + 1;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        T sum = 0;
        if (n < POINTS) {
            df[i] = 0;
            return;
        }
        if (i < R) {
            for (int p = 0; p < POINTS; p++) {
                sum += c[i * POINTS + p] * f[p];
            }
        } else if (i >= n - R) {
            int row = POINTS - (n - i);
            for (int p = 0; p < POINTS; p++) {
                sum += c[row * POINTS + p] * f[n - POINTS + p];
            }
        } else {
            for (int d = -R; d <= R; d++) {
                sum += c[R * POINTS + R + d] * f[i + d];
            }
        }
        df[i] = sum;
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    int blocks = n / TPB;
    if (n % TPB != 0) {
        blocks++;
    }
    return {dim3(blocks), dim3(TPB)};
}
