// Lab 10, von Neumann image: every pixel becomes the sum of itself and its four neighbours, on an
// image of any shape, up to its very edge.
//
// The image has width pixels in a row and height rows, row after row in memory. The four pixels
// that share a side with a pixel are its von Neumann neighbourhood:
//
//     out[row, col] = in[row, col] + in[row, col-1] + in[row, col+1]
//                                  + in[row-1, col] + in[row+1, col]
//
// Every pixel is computed, those at the edge too. There a neighbour is missing, and its coordinate
// is clamped: a row or column before the first counts as the first, one after the last as the last.
// So the pixel at the edge stands in for the missing one, and counts twice.
//
//     column         -1 |  0   1   2   3   4 |  5
//     pixel read      0 |  0   1   2   3   4 |  4        (a row of width 5)

#include "lab.cuh"

constexpr int BLOCK_X = 12; // threads of a block along x, which is along a row
constexpr int BLOCK_Y = 8;  // and along y

// in, out: width·height pixels each.
__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    // >>> your part 1: the thread's pixel
    // TODO: Two axes, two numbers. Which of x and y goes along a row, and which block size belongs
    // TODO: to it?
    // TODO: blockIdx and threadIdx are unsigned. Decide what type row and col must have if -1 is to
    // TODO: be less than 0.
    const int row = 0;
    const int col = 0;
    // <<< your part 1

    // >>> your part 2: the guard
    // TODO: Which threads have a pixel? The image is no multiple of the block, along either axis,
    // TODO: and it need not be a square. As it stands no thread has one.
    const bool in_image = false;
    // <<< your part 2

    // >>> your part 3: the neighbours' rows and columns
    // TODO: Each neighbour differs in one coordinate. Clamp that coordinate to the image, before
    // TODO: it's used: min() and max() take two ints.
    // TODO: Which of the four can be below 0, and which can reach the image's end?
    const int left = col;
    const int right = col;
    const int above = row;
    const int below = row;
    // <<< your part 3

    // >>> your part 4: the sum
    // TODO: Where in memory is pixel (row, col)? Count the pixels before it.
    // TODO: The sum has its centre only. Add the four neighbours, at the coordinates of part 3.
    if (in_image) {
        int sum = in[0];
        out[0] = sum;
    }
    // <<< your part 4
}

LaunchConfig launch_config(int width, int height) {
    // >>> your part 5: how many blocks
    // TODO: As many blocks along each axis as it takes for a thread to every pixel. A block has 12
    // TODO: threads one way and 8 the other: try yours on 13x9, it takes 2·2.
    const int blocks_x = 1;
    const int blocks_y = 1;
    // <<< your part 5
    return {dim3(blocks_x, blocks_y), dim3(BLOCK_X, BLOCK_Y)};
}
