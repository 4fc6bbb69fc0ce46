// Lab 16, Box of 27.
// First read handouts/16-box-of-27.md. Then fill in the parts and run: ./lab check 16
//
// Each cell becomes a sum over the box of the 27 cells at most R = 1 away along each axis. The
// coefficients are in the order of these cells in memory: c[0] is for (i - 1, j - 1, k - 1). The
// outermost cells of the grid are the boundary: there `out` keeps its values.
//
// A block loads its input tile into shared memory, one cell a thread, and the threads that are not
// in the tile's halo compute the output tile. Output tiles are adjacent: tile b begins at cell
// b·OUT_TILE along each axis.

#include "lab.cuh"

constexpr int R = 1;                      // how far the stencil reaches
constexpr int IN_TILE = 8;                // cells of the input tile along an axis, and threads
constexpr int OUT_TILE = IN_TILE - 2 * R; // without the halo on both ends

// in, out: depth·height·width cells; cell (i, j, k) is element (i·height + j)·width + k.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[IN_TILE][IN_TILE][IN_TILE];
    const int tz = threadIdx.z;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;

    // >>> your part 1: from the tile to the grid
    const int i = static_cast<int>(blockIdx.z) * OUT_TILE + tz - R;
    const int j = static_cast<int>(blockIdx.y) * OUT_TILE + ty - R;
    const int k = static_cast<int>(blockIdx.x) * OUT_TILE + tx - R;
    // <<< your part 1

    const bool exists = i >= 0 && i < depth && j >= 0 && j < height && k >= 0 && k < width;

    // >>> your part 2: the load
    if (exists) {
        tile[tz][ty][tx] = in[(i * height + j) * width + k];
    }
    // <<< your part 2

    // >>> your part 3: a barrier
    __syncthreads();
    // <<< your part 3

    // The cell so many steps away along each axis, from the tile.
    const auto cell = [&](int di, int dj, int dk) { return tile[tz + di][ty + dj][tx + dk]; };

    // >>> your part 4: which threads compute
    const bool in_out_tile = tz >= R && tz < IN_TILE - R && ty >= R && ty < IN_TILE - R &&
                             tx >= R && tx < IN_TILE - R;
    const bool interior = i >= R && i < depth - R && j >= R && j < height - R &&
                          k >= R && k < width - R;
    const bool computes = in_out_tile && interior;
    // <<< your part 4

    if (computes) {
        // >>> your part 5: the sum
        float sum = 0;
        int at = 0;
        for (int di = -R; di <= R; ++di) {
            for (int dj = -R; dj <= R; ++dj) {
                for (int dk = -R; dk <= R; ++dk) {
                    sum += c[at++] * cell(di, dj, dk);
                }
            }
        }
        // <<< your part 5

        out[(i * height + j) * width + k] = sum;
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 6: how many blocks
    const auto blocks = [](int n) { return (n - 1 - R) / OUT_TILE + 1; };
    // <<< your part 6

    return {dim3(blocks(width), blocks(height), blocks(depth)), dim3(IN_TILE, IN_TILE, IN_TILE)};
}
