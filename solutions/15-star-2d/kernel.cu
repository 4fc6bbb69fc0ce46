// Lab 15, star in two dimensions: a tile on a plane with R neighbours on each side, for float and double.
// First read handouts/15-star-2d.md. Then fill in the parts and run: ./lab check 15
//
// A star of order R has the centre and the cells at distance 1 to R along each axis: 4R + 1 points,
// 5, 9, 13 and 17 for R = 1 to 4. The coefficients are sorted by distance: c[0] for the centre,
// and then for each distance r, from c[4·(r - 1) + 1] on,
//
//     j - r,  j + r,  i - r,  i + r
//
// A block loads its input tile into shared memory, one cell a thread, and the threads that are not
// in the tile's halo compute the output tile. The halo is R cells wide on each side, so of the 32
// threads along an axis 32 - 2R have an output: 30 with R = 1, 24 with R = 4.
//
// Output tiles are adjacent: tile b covers the cells b·OUT_TILE to b·OUT_TILE + OUT_TILE - 1 along
// each axis. The R outermost cells on each side of the grid are the boundary: there `out` keeps its
// values.

#include "lab.cuh"

constexpr int IN_TILE = 32; // cells of the input tile along an axis, and threads

template <int R>
constexpr int OUT_TILE = IN_TILE - 2 * R; // outputs of a block along an axis

// in, out: height·width cells; cell (i, j) is element i·width + j.
// The kernel is compiled for T = float and double, and for R = 1 to 4.
template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height,
                            Coefficients<T, 4 * R + 1> c) {
    __shared__ T tile[IN_TILE][IN_TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // >>> your part 1: from the tile to the grid
    const int i = static_cast<int>(blockIdx.y) * OUT_TILE<R> + ty - R;
    const int j = static_cast<int>(blockIdx.x) * OUT_TILE<R> + tx - R;
    // <<< your part 1

    const bool on_grid = i >= 0 && i < height && j >= 0 && j < width;

    // >>> your part 2: the load
    if (on_grid) {
        tile[ty][tx] = in[i * width + j];
    }
    // <<< your part 2

    // >>> your part 3: a barrier
    __syncthreads();
    // <<< your part 3

    // >>> your part 4: which threads compute
    const bool in_out_tile = ty >= R && ty < IN_TILE - R && tx >= R && tx < IN_TILE - R;
    const bool interior = i >= R && i < height - R && j >= R && j < width - R;
    const bool computes = in_out_tile && interior;
    // <<< your part 4

    if (computes) {
        // >>> your part 5: the sum
        T sum = c[0] * tile[ty][tx];
#pragma unroll
        for (int r = 1; r <= R; ++r) {
            const int at = 4 * (r - 1) + 1;
            sum += c[at] * tile[ty][tx - r] + c[at + 1] * tile[ty][tx + r];
            sum += c[at + 2] * tile[ty - r][tx] + c[at + 3] * tile[ty + r][tx];
        }
        // <<< your part 5

        out[i * width + j] = sum;
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height) {
    // >>> your part 6: how many blocks
    // The last output, n - 1 - R, is in tile (n - 1 - R) / OUT_TILE, and tiles count from 0.
    const auto tiles = [](int n) { return (n - 1 - R) / OUT_TILE<R> + 1; };
    // <<< your part 6

    return {dim3(tiles(width), tiles(height)), dim3(IN_TILE, IN_TILE)};
}
