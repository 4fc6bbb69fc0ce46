// Lab 11, higher-order star: the sweep with R neighbours on each side, for float and double.
// First read handouts/11-higher-order-star.md. Then fill in the parts and run: ./lab check 11
//
// A star of order R has the centre and the cells at distance 1 to R along each axis: 6R + 1 points,
// 7, 13, 19 and 25 for R = 1 to 4. The coefficients are sorted by distance: c[0] for the centre,
// and then for each distance r, from c[6·(r - 1) + 1] on,
//
//     k - r,  k + r,  j - r,  j + r,  i - r,  i + r
//
//     order 1 along one axis          x  o  x
//     order 2                      x  x  o  x  x
//
// The kernel marches in z, as in lab 07: one plane of the input tile in shared memory, for the
// neighbours along k and j, and 2R + 1 values of the thread's own column in registers, for those
// along i. The halo is now R cells wide on each side, so of the 32 threads along an axis 32 - 2R
// have an output: 30 with R = 1, 24 with R = 4.
//
// Output tiles are adjacent: tile b covers the cells b·OUT_TILE to b·OUT_TILE + OUT_TILE - 1 along
// each axis, z included. The R outermost cells on each side of the grid are the boundary: there `out`
// keeps its values.

#include "lab.cuh"

constexpr int IN_TILE = 32; // threads along x and y

template <int R>
constexpr int OUT_TILE = IN_TILE - 2 * R; // outputs of a block along x, y and z

// in, out: width·height·depth cells; cell (i, j, k) is element (i·height + j)·width + k.
// The kernel is compiled for T = float and double, and for R = 1 to 4.
template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height, int depth,
                            Coefficients<T, 6 * R + 1> c) {
    __shared__ T plane[IN_TILE][IN_TILE]; // of the z that the outputs are in

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // >>> your part 1: from the tile to the grid
    // TODO: The halo is R cells wide. Which column of the grid, j and k, is this thread's? Is the
    // TODO: thread on the grid? And does it have an output: not in the tile's halo, and not on the
    // TODO: grid's boundary?
    const int k = 0;
    const int j = 0;
    const bool on_grid = false;
    const bool has_output = false;
    // <<< your part 1

    // A cell of this thread's column. z is checked here, because the first and last tiles extend
    // past the grid.
    const auto load = [&](int i) {
        const bool exists = on_grid && i >= 0 && i < depth;
        return exists ? in[(i * height + j) * width + k] : T(0);
    };

    // >>> your part 2: the column before the march
    // TODO: column[R] is for the plane of the output, column[0] for the one R below, column[2R] for
    // TODO: the one R above. What must the column hold before the first step, which moves it by one?
    const int first = static_cast<int>(blockIdx.z) * OUT_TILE<R>;
    T column[2 * R + 1];
    // <<< your part 2

    // >>> your part 3: the march
    // TODO: For each output plane i of the tile: move the column by one and load its newest value,
    // TODO: put the plane where the other threads can read it, and add up the 6R + 1 products.
    // TODO: Where do threads have to wait for each other? There are two such places. Loops over r
    // TODO: whose bound is known at compile time can be unrolled, and only then does the column
    // TODO: stay in registers.
    // <<< your part 3
}

template <class T, int R>
LaunchConfig launch_config(int width, int height, int depth) {
    // >>> your part 4: how many blocks
    // TODO: The last output along an axis of n cells is n - 1 - R. Which tile is it in?
    const auto tiles = [](int n) { return 1; };
    // <<< your part 4
    return {dim3(tiles(width), tiles(height), tiles(depth)), dim3(IN_TILE, IN_TILE)};
}
