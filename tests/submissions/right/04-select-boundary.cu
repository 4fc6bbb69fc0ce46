// lab: 4
// what: No branch for the boundary: indices are clamped, and a select keeps a boundary cell's value.
// expect: passed
// grids: 3, 5, 62, 121

#include "lab.cuh"

struct Star {
    float centre, west, east, north, south, below, above;
};

__device__ float weighted(const Star& s) {
    return c[0] * s.centre + c[1] * s.west + c[2] * s.east + c[3] * s.north + c[4] * s.south +
           c[5] * s.below + c[6] * s.above;
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int3 cell = make_int3(blockIdx.x * blockDim.x + threadIdx.x,
                                blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z);
    if (max(cell.x, max(cell.y, cell.z)) >= n) {
        return;
    }
    const auto clamp = [last = n - 1](int v) { return min(max(v, 0), last); };
    const auto at = [&](int dx, int dy, int dz) {
        return in[clamp(cell.x + dx) + n * (clamp(cell.y + dy) + n * clamp(cell.z + dz))];
    };
    const Star star{at(0, 0, 0),  at(-1, 0, 0), at(1, 0, 0), at(0, -1, 0),
                    at(0, 1, 0), at(0, 0, -1), at(0, 0, 1)};
    const auto edge = [last = n - 1](int v) { return v == 0 || v == last; };
    const bool keeps = edge(cell.x) | edge(cell.y) | edge(cell.z);
    out[cell.x + n * (cell.y + n * cell.z)] = keeps ? star.centre : weighted(star);
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 31) / 32, (n + 3) / 4, n), dim3(32, 4)};
}
