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
    // TODO: Which cell is this thread's? The skeleton has its number within the block, but cells
    // TODO: are numbered across all blocks.
    const int i = threadIdx.z;
    const int j = threadIdx.y;
    const int l = threadIdx.x;
    // <<< your part 1

    // >>> your part 2: which threads compute
    // TODO: Which threads have a cell to compute? All cells that the stencil reaches from there
    // TODO: are on the grid. Ask for both ends of every axis.
    const bool computes = false;
    // <<< your part 2

    if (!computes) {
        return;
    }
    // The cell so many steps away along each axis.
    const auto cell = [&](int di, int dj, int dl) {
        // >>> your part 3: a neighbour's place in memory
        // TODO: At which place of the array is the neighbour? The skeleton always reads the first
        // TODO: cell.
        return in[0];
        // <<< your part 3
    };

    // >>> your part 4: the sum
    // TODO: The six neighbours minus six times the cell; that times the cell's own k; and the cell
    // TODO: itself on top.
    float sum = 0;
    // <<< your part 4

    out[(i * height + j) * width + l] = sum;
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 5: how many blocks
    // TODO: How many blocks cover n cells along an axis? A block computes BLOCK of them along it.
    const auto blocks = [](int n) { return 1; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height), blocks(depth)), dim3(BLOCK, BLOCK, BLOCK)};
}
