// Lab 12, speed of light: one sweep that runs nearly as fast as a copy of the grid.
// First read handouts/12-speed-of-light.md. Then fill in the parts and run: ./lab check 12
//
// A sweep has to read and write every cell once, as a copy does. Everything a kernel reads beyond
// that (halos, and planes evicted from the cache) and all the time with too few loads in flight is
// lost. So the reference solution has:
//
//   - Vectors: a thread owns 16 bytes of a row (4 floats or 2 doubles), so a warp reads and writes
//     512 consecutive bytes with one instruction.
//   - Registers: a block marches in z as in lab 07. A thread keeps its cells of the planes below,
//     here and above, and `ahead` is already being loaded while `here` is computed: two planes of
//     loads are in flight at any time.
//   - Neighbours: along x from the warp's other threads by shuffles, along y from the thread's own rows.
//     Only the cells of other warps go through shared memory.
//   - Exact loads: every cell of the tile and of its halo is loaded once per block and plane, by one
//     thread. L1 could serve the neighbours too, but the warps of a block drift apart and then miss.
//   - Whole rows: the cells k = 0 and k = n-1 are written with the value that they already hold.
//     Stores then cover whole 32-byte sectors; a partly written sector costs a memory read.
//   - Two blocks on a multiprocessor: while one waits at its barrier, the other one loads.
//   - Short marches: on long marches blocks drift apart, and the halo that a neighbour has just read
//     is no longer in L2 when they need it.
//
// A small grid stays in the L2 cache. There the kernel's launch and one round trip to L2 take most
// of the time, so the solution does not march. And with programmatic dependent launch (from compute
// capability 9.0 on) the next sweep's blocks start while this sweep still runs. They do all that needs
// no input, then wait.

#include "lab.cuh"

// >>> your part 1: the kernel
// TODO: a sweep near the speed of a copy. Start with lab 04's kernel, compare it with the copy
// (./lab check 12 --backend gpu --grid 512), and change one thing at a time: the block's shape, cells
// of a thread as one vector, a march in z, loads issued a plane ahead, neighbours by shuffle.
// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k. Write LAB_ELEMENT for the
// element, and the same kernel serves float and double.
__global__ void stencil_kernel(const float* in, float* out, int n) {}

// <<< your part 1

// >>> your part 2: the launch
// TODO: as many blocks as the sweep needs; the best block shape may depend on n.
LaunchConfig launch_config(int n) {
    return {dim3(1), dim3(32)};
}

// <<< your part 2
