// Lab 03 by a tile whose halo the first R threads of a block load, ends of the grid apart.
#include "lab.cuh"

#define BLOCK_SIZE 128

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    __shared__ T temp[BLOCK_SIZE + 2 * R];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + R;
    if (gindex < n) {
        temp[lindex] = f[gindex];
    }
    if (threadIdx.x < R) {
        if (gindex >= R) {
            temp[lindex - R] = f[gindex - R];
        }
        if (gindex + BLOCK_SIZE < n) {
            temp[lindex + BLOCK_SIZE] = f[gindex + BLOCK_SIZE];
        }
    }
    __syncthreads();
    if (gindex >= n) {
        return;
    }
    if (n < 2 * R + 1) {
        df[gindex] = 0;
        return;
    }
    T sum = 0;
    if (gindex >= R && gindex < n - R) {
        for (int o = -R; o <= R; o++) {
            sum += c[R * (2 * R + 1) + o + R] * temp[lindex + o];
        }
    } else {
        int first = gindex < R ? 0 : n - 2 * R - 1;
        for (int p = 0; p < 2 * R + 1; p++) {
            sum += c[(gindex - first) * (2 * R + 1) + p] * f[first + p];
        }
    }
    df[gindex] = sum;
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + BLOCK_SIZE - 1) / BLOCK_SIZE), dim3(BLOCK_SIZE)};
}
