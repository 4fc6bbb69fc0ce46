// Lab 18, Heat in layers.
// First read handouts/18-heat-in-layers.md. Then fill in the parts and run: ./lab check 18
//
// A step of the heat equation where each cell conducts as well as its material does: out = in +
// k·(the six neighbours of in - 6·in), all at the cell but the neighbours. The array k holds the
// conductivity, times dt/h². The outermost cells of the grid are the boundary: there `out` keeps its values.
//
// One thread computes one cell, straight from global memory.

#include "lab.cuh"

constexpr int R = 1;                      // how far the stencil reaches
constexpr int BLOCK = 8;                  // threads along each axis

// in, k, out: depth·height·width cells; cell (i, j, l) is element (i·height + j)·width + l.
__global__ void stencil_kernel(const float* in, const float* k, float* out, int width, int height,
                               int depth) {
    // >>> your part 1: the thread's cell
    const int i = static_cast<int>(blockIdx.z * BLOCK + threadIdx.z);
    const int j = static_cast<int>(blockIdx.y * BLOCK + threadIdx.y);
    const int l = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    // <<< your part 1

    // >>> your part 2: which threads compute
    const bool computes = i >= R && i < depth - R && j >= R && j < height - R &&
                          l >= R && l < width - R;
    // <<< your part 2

    if (!computes) {
        return;
    }
    // The cell so many steps away along each axis.
    const auto cell = [&](int di, int dj, int dl) {
        // >>> your part 3: a neighbour's place in memory
        return in[((i + di) * height + j + dj) * width + l + dl];
        // <<< your part 3
    };

    // >>> your part 4: the sum
    const int own = (i * height + j) * width + l;
    float sum = cell(0, 0, -1) + cell(0, 0, 1) - 6.0f * cell(0, 0, 0);
    sum += cell(0, -1, 0) + cell(0, 1, 0);
    sum += cell(-1, 0, 0) + cell(1, 0, 0);
    sum = cell(0, 0, 0) + k[own] * sum;
    // <<< your part 4

    out[(i * height + j) * width + l] = sum;
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 5: how many blocks
    const auto blocks = [](int n) { return (n + BLOCK - 1) / BLOCK; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height), blocks(depth)), dim3(BLOCK, BLOCK, BLOCK)};
}
