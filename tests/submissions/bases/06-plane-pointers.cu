#include "lab.cuh"

constexpr int SIDE = 32;
constexpr int OUT = SIDE - 2;
constexpr int DEPTH = 30;

using Plane = float[SIDE][SIDE];

__device__ void load_plane(Plane& plane, const float* in, int z, int y, int x, int n) {
    if (z >= 0 && z < n && y >= 0 && y < n && x >= 0 && x < n)
        plane[threadIdx.y][threadIdx.x] = in[((size_t)z * n + y) * n + x];
    else
        plane[threadIdx.y][threadIdx.x] = 0.0f;
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE], d[SIDE][SIDE];
    int x = (int)(blockIdx.x * OUT + threadIdx.x) - 1;
    int y = (int)(blockIdx.y * OUT + threadIdx.y) - 1;
    int z0 = blockIdx.z * DEPTH;
    bool active = threadIdx.x > 0 && threadIdx.x < SIDE - 1 && threadIdx.y > 0 && threadIdx.y < SIDE - 1 &&
                  x > 0 && x < n - 1 && y > 0 && y < n - 1;
    Plane* prev = &a;
    Plane* curr = &b;
    Plane* next = &d;
    load_plane(*prev, in, z0 - 1, y, x, n);
    load_plane(*curr, in, z0, y, x, n);
    for (int z = z0; z < z0 + DEPTH && z < n - 1; z++) {
        load_plane(*next, in, z + 1, y, x, n);
        __syncthreads();
        if (active && z > 0) {
            int tx = threadIdx.x, ty = threadIdx.y;
            float sum = c[0] * (*curr)[ty][tx];
            sum += c[1] * (*curr)[ty][tx - 1] + c[2] * (*curr)[ty][tx + 1];
            sum += c[3] * (*curr)[ty - 1][tx] + c[4] * (*curr)[ty + 1][tx];
            sum += c[5] * (*prev)[ty][tx] + c[6] * (*next)[ty][tx];
            out[((size_t)z * n + y) * n + x] = sum;
        }
        __syncthreads();
        Plane* old = prev;
        prev = curr;
        curr = next;
        next = old;
    }
}

LaunchConfig launch_config(int n) {
    int side = (n - 2) / OUT + 1;
    return {dim3(side, side, (n - 2) / DEPTH + 1), dim3(SIDE, SIDE)};
}
