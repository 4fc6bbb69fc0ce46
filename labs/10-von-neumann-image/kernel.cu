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
    // TODO: Two axes, two numbers. Which of x and y goes along a row, and
    // TODO: which block size belongs to it? blockIdx and threadIdx are
    // TODO: unsigned. Decide which type row and col need so that -1 is less
    // TODO: than 0.
    const int row = 0;
    const int col = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: Which threads have a pixel? The image need not be a multiple of the block along either
    // TODO: axis, nor a square. In the skeleton no thread has one.
    const bool in_image = false;
    // <<< your part 2

    // >>> your part 3: the neighbours' rows and columns
    // TODO: Each neighbour differs in one coordinate. Clamp that coordinate to the image before you
    // TODO: use it: min() and max() take two ints. Which of the four can be below 0, and which can
    // TODO: be past the image's end?
    const int left = col;
    const int right = col;
    const int above = row;
    const int below = row;
    // <<< your part 3

    // >>> your part 4: the sum
    // TODO: Where in memory is pixel (row, col)? Count the pixels before it. The sum has only its
    // TODO: centre. Add the four neighbours, at the coordinates of part 3.
    if (in_image) {
        int sum = in[0];
        out[0] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    // TODO: How many blocks are needed along each axis so that every pixel has a thread? A block
    // TODO: has 12 threads along x and 8 along y. Test yours with 13x9: it needs 2·2.
    const int blocks_x = 1;
    const int blocks_y = 1;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y), dim3(BLOCK_X, BLOCK_Y)};
}
