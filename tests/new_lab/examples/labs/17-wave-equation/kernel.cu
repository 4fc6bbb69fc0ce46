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
    // TODO: Which cell is this thread's? The skeleton has its number within the block, but cells
    // TODO: are numbered across all blocks.
    const int i = threadIdx.y;
    const int j = threadIdx.x;
    // <<< your part 1

    // >>> your part 2: which threads compute
    // TODO: Which threads have a cell to compute? All cells that the stencil reaches from there
    // TODO: are on the grid. Ask for both ends of every axis.
    const bool computes = false;
    // <<< your part 2

    if (!computes) {
        return;
    }
    // The cell of `now` so many steps away along each axis.
    const auto cell = [&](int di, int dj) {
        // >>> your part 3: a neighbour's place in memory
        // TODO: At which place of the array is the neighbour? The skeleton always reads the first
        // TODO: cell.
        return now[0];
        // <<< your part 3
    };

    // >>> your part 4: the sum
    // TODO: Add up the products of coefficients and cells, and what the step before left in this
    // TODO: cell. The comment at the top says which coefficient is which cell's.
    float sum = 0;
    // <<< your part 4

    next[i * width + j] = sum;
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    // TODO: How many blocks cover n cells along an axis? A block computes BLOCK of them along it.
    const auto blocks = [](int n) { return 1; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height)), dim3(BLOCK, BLOCK)};
}
