// Lab 17, Wave equation.
// First read handouts/17-wave-equation.md. Then fill in the parts and run: ./lab check 17
//
// A step of the wave equation with (c·dt/h)² = 1/4: next = 2·now - before + 1/4·(neighbours of now -
// 4·now). So each cell becomes the sum of now(i, j), a quarter of now's four neighbours, and -1 times
// before(i, j). The outermost cells of the grid are the boundary: there `next` keeps its values.
//
// One thread computes one cell, straight from global memory.

#include "lab.cuh"

constexpr int R = 1;                      // how far the stencil reaches
constexpr int BLOCK = 16;                 // threads along each axis

// now, before, next: height·width cells; cell (i, j) is element i·width + j.
__global__ void stencil_kernel(const float* now, const float* before, float* next, int width, int height) {
    // >>> your part 1: the thread's cell
    const int i = static_cast<int>(blockIdx.y * BLOCK + threadIdx.y);
    const int j = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    // <<< your part 1

    // >>> your part 2: which threads compute
    const bool computes = i >= R && i < height - R && j >= R && j < width - R;
    // <<< your part 2

    if (!computes) {
        return;
    }
    // The cell of `now` so many steps away along each axis.
    const auto cell = [&](int di, int dj) {
        // >>> your part 3: a neighbour's place in memory
        return now[(i + di) * width + j + dj];
        // <<< your part 3
    };

    // >>> your part 4: the sum
    float sum = cell(0, 0);
    sum += 0.25f * cell(0, -1) + 0.25f * cell(0, 1);
    sum += 0.25f * cell(-1, 0) + 0.25f * cell(1, 0);
    sum -= before[i * width + j];
    // <<< your part 4

    next[i * width + j] = sum;
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    const auto blocks = [](int n) { return (n + BLOCK - 1) / BLOCK; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height)), dim3(BLOCK, BLOCK)};
}
