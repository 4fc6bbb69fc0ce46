#include "lab.cuh"

constexpr int TX = 32;
constexpr int TY = 16;
constexpr int NZ = 32;

struct Column {
    float down, mid, up;

    __device__ void advance(float newest) {
        down = mid;
        mid = up;
        up = newest;
    }
};

__global__ void stencil_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[TY][TX];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int x = blockIdx.x * (TX - 2) + tx;
    const int y = blockIdx.y * (TY - 2) + ty;
    const int zb = blockIdx.z * NZ + 1;
    const int ze = min(zb + NZ, n - 1);
    const bool in_grid = x < n && y < n;
    const bool stores = tx >= 1 && tx < TX - 1 && ty >= 1 && ty < TY - 1 && x < n - 1 && y < n - 1;
    const int plane = n * n;
    int at = zb * plane + y * n + x;
    Column col;
    col.mid = in_grid && zb < n ? in[at - plane] : 0.0f;
    col.up = in_grid && zb < n ? in[at] : 0.0f;
    for (int z = zb; z < ze; ++z) {
        col.advance(in_grid ? in[at + plane] : 0.0f);
        tile[ty][tx] = col.mid;
        __syncthreads();
        if (stores) {
            float r = c[0] * col.mid;
            r = fmaf(c[1], tile[ty][tx - 1], r);
            r = fmaf(c[2], tile[ty][tx + 1], r);
            r = fmaf(c[3], tile[ty - 1][tx], r);
            r = fmaf(c[4], tile[ty + 1][tx], r);
            r = fmaf(c[5], col.down, r);
            r = fmaf(c[6], col.up, r);
            out[at] = r;
        }
        at += plane;
        __syncthreads();
    }
}

LaunchConfig launch_config(int n) {
    const int m = n - 2;
    return {dim3((m + TX - 3) / (TX - 2), (m + TY - 3) / (TY - 2), (m + NZ - 1) / NZ), dim3(TX, TY)};
}
