// What every kernel here begins with: its sizes, which the test hands over as coefficients, so that
// one build of a kernel runs any stencil with any block; and the sum that all of them compute.
//
// Arrays are width·height·depth cells, x fastest. An axis that the stencil does not have is 1 cell.

#include "lab.cuh"

using Element = LAB_ELEMENT;

// Places in c.
enum { BLOCKS = 0, BLOCK = 3, AXES = 6, ORDER = 7, IS_BOX = 8, PLANES = 9, EVERY_CELL = 10 };

constexpr int MOST_ORDER = 2;

// How far the stencil reaches along an axis: x is 0.
__host__ __device__ int reach(int axis) {
    return axis < static_cast<int>(c[AXES]) ? static_cast<int>(c[ORDER]) : 0;
}

__device__ bool on_axis(int cell, int cells) {
    return cell >= 0 && cell < cells;
}

// Whether the cell is an output point.
__device__ bool interior(int x, int y, int z, int width, int height, int depth) {
    if (c[EVERY_CELL] != 0) {
        return x < width && y < height && z < depth;
    }
    return x >= reach(0) && x < width - reach(0) && y >= reach(1) && y < height - reach(1) &&
           z >= reach(2) && z < depth - reach(2);
}

// The cell on the axis that is nearest to this one.
__device__ int onto_axis(int cell, int cells) {
    return min(max(cell, 0), cells - 1);
}

// The sum over the stencil of its terms' weights, all different, times what read(dx, dy, dz) gives: the value so far from
// the cell. A term outside the grid is read from the cell nearest to it.
template <class Read>
__device__ Element stencil_sum(int x, int y, int z, int width, int height, int depth, Read read) {
    Element sum = 0;
    for (int dz = -reach(2); dz <= reach(2); ++dz) {
        for (int dy = -reach(1); dy <= reach(1); ++dy) {
            for (int dx = -reach(0); dx <= reach(0); ++dx) {
                const int axes_moved = (dx != 0) + (dy != 0) + (dz != 0);
                if (c[IS_BOX] != 0 || axes_moved <= 1) {
                    const int weight = 63 + dx + 5 * dy + 25 * dz;
                    sum += static_cast<Element>(weight) * read(onto_axis(x + dx, width) - x,
                                                               onto_axis(y + dy, height) - y,
                                                               onto_axis(z + dz, depth) - z);
                }
            }
        }
    }
    return sum;
}

// Blocks and threads as the test wants them; `shared_elements` as the kernel needs them.
LaunchConfig launch_with(int shared_elements) {
    const auto size = [](int place) { return static_cast<unsigned>(c[place]); };
    return {dim3(size(BLOCKS), size(BLOCKS + 1), size(BLOCKS + 2)),
            dim3(size(BLOCK), size(BLOCK + 1), size(BLOCK + 2)), shared_elements * sizeof(Element)};
}
