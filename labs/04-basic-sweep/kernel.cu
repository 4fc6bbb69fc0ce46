// Lab 04, basic sweep: every thread applies the seven-point stencil to one cell and reads all it
// needs straight from global memory.
// First read handouts/04-basic-sweep.md. Then fill in the parts and run: ./lab check 4
//
// Three numbers name a cell: i is the plane (z), j the row within the plane (y), k the cell within
// the row (x). In memory the cells of a row are adjacent, row follows row and plane follows plane.
// With the coefficients c[0] to c[6], which lab.cuh declares, the sweep computes
//
//     out[i,j,k] = c[0]·in[i,j,k] + c[1]·in[i,j,k-1] + c[2]·in[i,j,k+1]
//                                 + c[3]·in[i,j-1,k] + c[4]·in[i,j+1,k]
//                                 + c[5]·in[i-1,j,k] + c[6]·in[i+1,j,k]
//
// for every interior cell. The outermost cells on all six sides are the boundary: `out` already
// holds their values, so leave them alone.

#include "lab.cuh"

constexpr int BLOCK = 8; // threads along each axis of a block

// in, out: n·n·n cells each.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    // >>> your part 1: the thread's cell
    // TODO: Which cell is this thread's? Every axis has a block index, a block size and a thread
    // TODO: index: blockIdx and threadIdx, both with .x, .y and .z, and BLOCK.
    // TODO: Decide which of x, y and z goes with which of i, j and k. Threads that differ by one in
    // TODO: threadIdx.x are in the same warp: they should access adjacent cells in memory.
    const int i = 0;
    const int j = 0;
    const int k = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: Which threads compute? The grid is rarely a multiple of the block, so some threads are
    // TODO: past its end. Others have a boundary cell, which lacks a neighbour on one side. For
    // TODO: both ends of all three axes, state which indices are interior cells. In the skeleton no
    // TODO: thread passes: i is never below 0.
    const bool interior = i < 0 && j < n && k < n;
    // <<< your part 2

    // >>> your part 3: the sum
    // TODO: Where is cell (i, j, k) in memory? Count the cells before it: whole planes, then whole
    // TODO: rows, then cells. Then ask how far away the next row and the next plane are. The sum
    // TODO: below has only its first term. Add the six neighbours, each with its own coefficient,
    // TODO: in the order of the formula at the top.
    if (interior) {
        const int here = 0;
        float sum = c[0] * in[here];
        out[here] = sum;
    }
    // <<< your part 3
}

LaunchConfig launch_config(int n) {
    // One thread for each cell, the boundary included; the division is rounded up.
    const int blocks = (n + BLOCK - 1) / BLOCK;
    return {dim3(blocks, blocks, blocks), dim3(BLOCK, BLOCK, BLOCK)};
}
