// Lab 04, basic sweep: every thread computes one point of the seven-point stencil and reads all it
// needs straight from global memory.
//
// A cell is named by i, j, k: i counts planes (z), j the rows of a plane (y), k the cells of a row
// (x). In memory the cells of a row lie side by side, row follows row and plane follows plane.
// The sweep computes, with the coefficients c[0] to c[6],
//
//     out[i,j,k] = c[0]·in[i,j,k] + c[1]·in[i,j,k-1] + c[2]·in[i,j,k+1]
//                                 + c[3]·in[i,j-1,k] + c[4]·in[i,j+1,k]
//                                 + c[5]·in[i-1,j,k] + c[6]·in[i+1,j,k]
//
// for every interior cell. The outermost cells on all six sides are the boundary: `out` holds
// their values already, leave them alone.

#include "lab.cuh"

constexpr int BLOCK = 8; // threads along each axis of a block

// in, out: n·n·n cells each.
__global__ void stencil_kernel(const float* in, float* out, int n) {
    // >>> your part 1: the thread's cell
    // TODO: Which cell is this thread's? Every axis has its block index, its block size and its
    // TODO: thread index: blockIdx, BLOCK and threadIdx, each with .x, .y and .z.
    // TODO: Decide which of x, y and z goes with which of i, j and k. Threads that differ by one in
    // TODO: threadIdx.x are in the same warp: they should touch cells side by side in memory.
    const int i = 0;
    const int j = 0;
    const int k = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: Who computes? The grid is rarely a multiple of the block, so some threads are past its
    // TODO: end. Others stand on a boundary cell, which has no neighbour on one side.
    // TODO: Say for all three axes, and for both ends of each, which indices are interior cells.
    // TODO: As it stands nobody passes: i is never below 0.
    const bool interior = i < 0 && j < n && k < n;
    // <<< your part 2

    // >>> your part 3: the sum
    // TODO: Where is cell (i, j, k) in memory? Count the cells before it: whole planes, then whole
    // TODO: rows, then cells. Then ask how far away the next row is, and the next plane.
    // TODO: The sum below has its first term only. Add the six neighbours, each with its own
    // TODO: coefficient, in the order of the formula at the top.
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
