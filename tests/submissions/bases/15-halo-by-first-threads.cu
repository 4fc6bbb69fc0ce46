// Lab 15 by a tile whose halo the first R threads along each axis load, on both sides.
#include "lab.cuh"

#define BDIMX 32
#define BDIMY 8

template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height,
                            Coefficients<T, 4 * R + 1> c) {
    __shared__ T smem[BDIMY + 2 * R][BDIMX + 2 * R];
    int gx = blockIdx.x * blockDim.x + threadIdx.x;
    int gy = blockIdx.y * blockDim.y + threadIdx.y;
    int lx = threadIdx.x + R;
    int ly = threadIdx.y + R;
    int idx = gy * width + gx;
    bool inside = gx < width && gy < height;
    if (inside) {
        smem[ly][lx] = in[idx];
    }
    if (threadIdx.x < R && gy < height) {
        if (gx - R >= 0) {
            smem[ly][lx - R] = in[idx - R];
        }
        if (gx + BDIMX < width) {
            smem[ly][lx + BDIMX] = in[idx + BDIMX];
        }
    }
    if (threadIdx.y < R && gx < width) {
        if (gy - R >= 0) {
            smem[ly - R][lx] = in[idx - R * width];
        }
        if (gy + BDIMY < height) {
            smem[ly + BDIMY][lx] = in[idx + BDIMY * width];
        }
    }
    __syncthreads();
    if (gx >= R && gx < width - R && gy >= R && gy < height - R) {
        T value = c[0] * smem[ly][lx];
#pragma unroll
        for (int i = 1; i <= R; ++i) {
            int o = 4 * (i - 1);
            value += c[o + 1] * smem[ly][lx - i] + c[o + 2] * smem[ly][lx + i] +
                     c[o + 3] * smem[ly - i][lx] + c[o + 4] * smem[ly + i][lx];
        }
        out[idx] = value;
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height) {
    dim3 block(BDIMX, BDIMY);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    return {grid, block};
}
