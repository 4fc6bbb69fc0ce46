// Lab 12 by warps that span 30 cells and march: neighbours along x by shuffle, along y through shared memory.
#include "lab.cuh"

#define TX 32
#define TY 8
#define DEPTH 16

// A block marches through DEPTH planes; x neighbours by shuffle, y neighbours through shared memory.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[TY + 2][TX];
    int k = blockIdx.x * (TX - 2) + threadIdx.x;
    int j = blockIdx.y * TY + threadIdx.y + 1;
    int first = blockIdx.z * DEPTH + 1;
    int last = min(first + DEPTH, n - 1);
    int row = threadIdx.y + 1;
    int plane = n * n;
    bool inside = j < n - 1 && k < n;
    bool stores = inside && threadIdx.x > 0 && threadIdx.x < TX - 1 && k < n - 1;
    int p = first * plane + j * n + k;
    float below = inside ? in[p - plane] : 0.0f;
    float here = inside ? in[p] : 0.0f;
    for (int i = first; i < last; ++i) {
        float above = inside ? in[p + plane] : 0.0f;
        __syncthreads();
        if (inside) tile[row][threadIdx.x] = here;
        if (threadIdx.y == 0 && k < n) {
            tile[0][threadIdx.x] = in[p - n];
        }
        if ((threadIdx.y == TY - 1 || j == n - 2) && inside) {
            tile[row + 1][threadIdx.x] = in[p + n];
        }
        __syncthreads();
        float left = __shfl_up_sync(0xffffffff, here, 1);
        float right = __shfl_down_sync(0xffffffff, here, 1);
        if (stores) {
            out[p] = c[0] * here + c[1] * left + c[2] * right + c[3] * tile[row - 1][threadIdx.x] +
                     c[4] * tile[row + 1][threadIdx.x] + c[5] * below + c[6] * above;
        }
        below = here;
        here = above;
        p += plane;
    }
}

LaunchConfig launch_config(int n) {
    int inner = n - 2;
    return {dim3((inner + TX - 3) / (TX - 2), (inner + TY - 1) / TY, (inner + DEPTH - 1) / DEPTH), dim3(TX, TY)};
}
