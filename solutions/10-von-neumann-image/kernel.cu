// Lab 10, von Neumann image: every pixel becomes the sum of itself and its four neighbours, on an
// image of any shape, including its edge.
// First read handouts/10-von-neumann-image.md. Then fill in the parts and run: ./lab check 10
//
// The image has width pixels in a row and height rows, row after row in memory. The four pixels
// that share a side with a pixel are its von Neumann neighbourhood:
//
//     out[row, col] = in[row, col] + in[row, col-1] + in[row, col+1]
//                                  + in[row-1, col] + in[row+1, col]
//
// Every pixel is computed, including those at the edge. There a neighbour is missing, and its
// coordinate is clamped: a row or column before the first counts as the first, one after the last
// as the last. So the edge pixel replaces the missing one and counts twice.
//
//     column         -1 |  0   1   2   3   4 |  5
//     pixel read      0 |  0   1   2   3   4 |  4        (a row of width 5)

#include "lab.cuh"

constexpr int BLOCK_X = 12; // threads of a block along x, which is along a row
constexpr int BLOCK_Y = 8;  // and along y

// in, out: width·height pixels each.
__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    // >>> your part 1: the thread's pixel
    // As int: one less than column 0 is then -1, and not the largest number.
    const int row = static_cast<int>(blockIdx.y) * BLOCK_Y + static_cast<int>(threadIdx.y);
    const int col = static_cast<int>(blockIdx.x) * BLOCK_X + static_cast<int>(threadIdx.x);
    // <<< your part 1

    // >>> your part 2: the guard
    const bool in_image = row < height && col < width;
    // <<< your part 2

    // >>> your part 3: the neighbours' rows and columns
    const int left = max(col - 1, 0);
    const int right = min(col + 1, width - 1);
    const int above = max(row - 1, 0);
    const int below = min(row + 1, height - 1);
    // <<< your part 3

    // >>> your part 4: the sum
    if (in_image) {
        int sum = in[row * width + col];
        sum += in[row * width + left] + in[row * width + right];
        sum += in[above * width + col] + in[below * width + col];
        out[row * width + col] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    // One thread for each pixel, the divisions rounded up.
    const int blocks_x = (width + BLOCK_X - 1) / BLOCK_X;
    const int blocks_y = (height + BLOCK_Y - 1) / BLOCK_Y;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y), dim3(BLOCK_X, BLOCK_Y)};
}
