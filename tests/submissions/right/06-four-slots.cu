// lab: 6
// what: A ring of four planes by remainder; the plane after the next is under way during the sum, one barrier a step.
// expect: passed
// grids: 3, 5, 33, 62

#include "lab.cuh"

constexpr int SIDE = 32;
constexpr int CELLS = SIDE - 2;
constexpr int DEPTH = 20; // planes of a block

__global__ void __launch_bounds__(SIDE* SIDE) stencil_kernel(const float* in, float* out, int n) {
    __shared__ float ring[4][SIDE][SIDE];
    const int v = threadIdx.y, u = threadIdx.x;
    // Tiles begin at a boundary cell: 0, 30, 60 and so on.
    const int row = blockIdx.y * CELLS + v, col = blockIdx.x * CELLS + u;
    const int bottom = blockIdx.z * DEPTH; // the plane below the first output
    const int top = min(bottom + DEPTH + 1, n - 1);
    const bool on = row < n && col < n;
    const float* source = in + row * n + col;
    const auto take = [&](int plane) {
        if (on && plane <= top) {
            ring[plane % 4][v][u] = source[plane * n * n];
        }
    };
    take(bottom);
    take(bottom + 1);
    const bool has_output = v > 0 && v < SIDE - 1 && u > 0 && u < SIDE - 1 && row < n - 1 && col < n - 1;
    for (int plane = bottom + 1; plane < top; ++plane) {
        take(plane + 1);
        __syncthreads();
        if (has_output) {
            const auto& flat = ring[plane & 3];
            float total = c[5] * ring[(plane - 1) & 3][v][u] + c[6] * ring[(plane + 1) & 3][v][u];
            total += c[3] * flat[v - 1][u] + c[4] * flat[v + 1][u];
            total += c[1] * flat[v][u - 1] + c[2] * flat[v][u + 1];
            out[(plane * n + row) * n + col] = total + c[0] * flat[v][u];
        }
    }
}

LaunchConfig launch_config(int n) {
    const int tiles = (n - 2 + CELLS - 1) / CELLS;
    return {dim3(tiles, tiles, (n - 2 + DEPTH - 1) / DEPTH), dim3(SIDE, SIDE)};
}
