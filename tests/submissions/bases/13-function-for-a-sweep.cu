// What some kernels of novices/13.toml are changed from: a function for a sweep, which is called four times.

#include "lab.cuh"

constexpr int STEPS = 4;
constexpr int TILE = 16;
constexpr int OUT_TILE = TILE - 2 * STEPS;
constexpr int SIZE = TILE * TILE * TILE;

struct Place {
    int x, y, z;
};

__device__ int offset(int tx, int ty, int tz) {
    return (tz * TILE + ty) * TILE + tx;
}

__device__ bool is_boundary(Place p, int n) {
    return p.x <= 0 || p.x >= n - 1 || p.y <= 0 || p.y >= n - 1 || p.z <= 0 || p.z >= n - 1;
}

__device__ void sweep(const float* from, float* to, Place corner, int ring, int n) {
    for (int tz = ring + threadIdx.z; tz < TILE - ring; tz += blockDim.z) {
        int tx = threadIdx.x;
        int ty = threadIdx.y;
        if (tx < ring || tx >= TILE - ring || ty < ring || ty >= TILE - ring) {
            continue;
        }
        int o = offset(tx, ty, tz);
        Place p = {corner.x + tx, corner.y + ty, corner.z + tz};
        if (is_boundary(p, n)) {
            to[o] = from[o];
        } else {
            to[o] = c[0] * from[o] + c[1] * from[o - 1] + c[2] * from[o + 1] +
                    c[3] * from[o - TILE] + c[4] * from[o + TILE] +
                    c[5] * from[o - TILE * TILE] + c[6] * from[o + TILE * TILE];
        }
    }
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float a[SIZE];
    __shared__ float b[SIZE];
    Place corner = {static_cast<int>(blockIdx.x) * OUT_TILE - STEPS,
                    static_cast<int>(blockIdx.y) * OUT_TILE - STEPS,
                    static_cast<int>(blockIdx.z) * OUT_TILE - STEPS};
    int x = corner.x + threadIdx.x;
    int y = corner.y + threadIdx.y;
    for (int tz = threadIdx.z; tz < TILE; tz += blockDim.z) {
        int z = corner.z + tz;
        bool there = x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n;
        a[offset(threadIdx.x, threadIdx.y, tz)] = there ? in[(z * n + y) * n + x] : 0.0f;
    }
    __syncthreads();
    sweep(a, b, corner, 1, n);
    __syncthreads();
    sweep(b, a, corner, 2, n);
    __syncthreads();
    sweep(a, b, corner, 3, n);
    __syncthreads();
    sweep(b, a, corner, 4, n);
    for (int tz = STEPS + threadIdx.z; tz < TILE - STEPS; tz += blockDim.z) {
        int z = corner.z + tz;
        bool mine = threadIdx.x >= STEPS && threadIdx.x < TILE - STEPS && threadIdx.y >= STEPS &&
                    threadIdx.y < TILE - STEPS;
        if (mine && x < n && y < n && z < n) {
            out[(z * n + y) * n + x] = a[offset(threadIdx.x, threadIdx.y, tz)];
        }
    }
}

LaunchConfig launch_config(int n) {
    int blocks = (n + OUT_TILE - 1) / OUT_TILE;
    return {dim3(blocks, blocks, blocks), dim3(TILE, TILE, 4)};
}
