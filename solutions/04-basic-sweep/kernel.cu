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
    // x goes with k: neighbouring threads of a warp then access adjacent cells in memory.
    const int i = blockIdx.z * BLOCK + threadIdx.z;
    const int j = blockIdx.y * BLOCK + threadIdx.y;
    const int k = blockIdx.x * BLOCK + threadIdx.x;
    // <<< your part 1

    // >>> your part 2: the guard
    // This excludes threads past the grid's end and the boundary cells at both ends.
    const bool interior = i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
    // <<< your part 2

    // >>> your part 3: the sum
    if (interior) {
        const int row = n;       // from a cell to the same cell in the next row
        const int plane = n * n; // ... and in the next plane
        const int here = i * plane + j * row + k;
        float sum = c[0] * in[here];
        sum += c[1] * in[here - 1] + c[2] * in[here + 1];
        sum += c[3] * in[here - row] + c[4] * in[here + row];
        sum += c[5] * in[here - plane] + c[6] * in[here + plane];
        out[here] = sum;
    }
    // <<< your part 3
}

LaunchConfig launch_config(int n) {
    // One thread for each cell, the boundary included; the division is rounded up.
    const int blocks = (n + BLOCK - 1) / BLOCK;
    return {dim3(blocks, blocks, blocks), dim3(BLOCK, BLOCK, BLOCK)};
}
