// Lab 06 as one writes it first: the slot of a plane is its number modulo 3, and each block marches through the grid.
#include "lab.cuh"

#define T 16
#define O (T - 2)

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float s[3][T][T];
    int ty = threadIdx.y, tx = threadIdx.x;
    int j = blockIdx.y * O + ty - 1;
    int k = blockIdx.x * O + tx - 1;
    bool ok = j >= 0 && j < n && k >= 0 && k < n;
    if (ok) {
        s[0][ty][tx] = in[j * n + k];
        s[1][ty][tx] = in[(n + j) * n + k];
    }
    for (int i = 1; i < n - 1; i++) {
        if (ok) s[(i + 1) % 3][ty][tx] = in[((i + 1) * n + j) * n + k];
        __syncthreads();
        if (tx >= 1 && tx <= O && ty >= 1 && ty <= O && j > 0 && j < n - 1 && k > 0 && k < n - 1) {
            float v = c[0] * s[i % 3][ty][tx];
            v += c[1] * s[i % 3][ty][tx - 1] + c[2] * s[i % 3][ty][tx + 1];
            v += c[3] * s[i % 3][ty - 1][tx] + c[4] * s[i % 3][ty + 1][tx];
            v += c[5] * s[(i - 1) % 3][ty][tx] + c[6] * s[(i + 1) % 3][ty][tx];
            out[(i * n + j) * n + k] = v;
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + O - 1) / O, (n + O - 1) / O, 1), dim3(T, T)};
}
