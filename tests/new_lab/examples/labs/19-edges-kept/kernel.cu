// Lab 19, Edges kept.
// First read handouts/19-edges-kept.md. Then fill in the parts and run: ./lab check 19
//
// Between a cell and each of its four neighbours flows d / (1 + (d/K)²), where d is the neighbour less the
// cell and K = 1/4: small differences even out, edges stay. out = in + 1/8 of the four flows. Outside the
// image, the nearest cell counts.
//
// One thread computes one cell, straight from global memory.

#include "lab.cuh"

constexpr int BLOCK = 16;                 // threads along each axis

// What flows between two cells with this difference.
__device__ float flow(float d) {
    // >>> your part 1: the flow
    // TODO: The skeleton evens out everything, edges too. Let less flow, the larger the difference is
    // TODO: beside K.
    return d;
    // <<< your part 1
}

// in, out: height·width cells; cell (i, j) is element i·width + j.
__global__ void smooth_kernel(const float* in, float* out, int width, int height) {
    // >>> your part 2: the thread's cell
    // TODO: Which cell is this thread's? The skeleton has its number within the block, but cells
    // TODO: are numbered across all blocks.
    const int i = threadIdx.y;
    const int j = threadIdx.x;
    // <<< your part 2

    if (i >= height || j >= width) {
        return;
    }
    // The image's cell at (i, j), or the nearest one to it.
    const auto cell = [&](int i, int j) {
        // >>> your part 3: the nearest cell
        // TODO: Beyond an edge the coordinates are none of the image. Bring each of them to the
        // TODO: nearest that is.
        return in[0];
        // <<< your part 3
    };

    const float here = cell(i, j);
    // >>> your part 4: the sum of the flows
    // TODO: What flows in from the four neighbours? An eighth of it is added to the cell.
    out[i * width + j] = here;
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    // TODO: How many blocks cover n cells along an axis? A block computes BLOCK of them along it.
    const auto blocks = [](int n) { return 1; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height)), dim3(BLOCK, BLOCK)};
}
