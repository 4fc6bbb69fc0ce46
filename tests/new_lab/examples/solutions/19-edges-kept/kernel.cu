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
    const float scaled = 4 * d; // d/K
    return d / (1 + scaled * scaled);
    // <<< your part 1
}

// in, out: height·width cells; cell (i, j) is element i·width + j.
__global__ void smooth_kernel(const float* in, float* out, int width, int height) {
    // >>> your part 2: the thread's cell
    const int i = static_cast<int>(blockIdx.y * BLOCK + threadIdx.y);
    const int j = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    // <<< your part 2

    if (i >= height || j >= width) {
        return;
    }
    // The image's cell at (i, j), or the nearest one to it.
    const auto cell = [&](int i, int j) {
        // >>> your part 3: the nearest cell
        const int row = min(max(i, 0), height - 1);
        const int column = min(max(j, 0), width - 1);
        return in[row * width + column];
        // <<< your part 3
    };

    const float here = cell(i, j);
    // >>> your part 4: the sum of the flows
    const float flows = flow(cell(i - 1, j) - here) + flow(cell(i + 1, j) - here) +
                        flow(cell(i, j - 1) - here) + flow(cell(i, j + 1) - here);
    out[i * width + j] = here + 0.125f * flows;
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    const auto blocks = [](int n) { return (n + BLOCK - 1) / BLOCK; };
    // <<< your part 5

    return {dim3(blocks(width), blocks(height)), dim3(BLOCK, BLOCK)};
}
