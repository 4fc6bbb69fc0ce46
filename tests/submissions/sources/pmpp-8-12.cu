// PMPP figure 8.12, register tiling: previous and next are registers, current is both. The plane of the
// next step is stored at the end of a step, before the barrier that follows the next load. A thread
// off the grid copies registers that were never set; no output uses them.
#include "lab.cuh"

#define IN_TILE_DIM 32
#define OUT_TILE_DIM (IN_TILE_DIM - 2)

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const unsigned side = n;
    const int begin = blockIdx.z * OUT_TILE_DIM;
    const int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1;
    const int k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
    float previous;
    __shared__ float plane[IN_TILE_DIM][IN_TILE_DIM];
    float current;
    float next;
    if (begin - 1 >= 0 && begin - 1 < side && j >= 0 && j < side && k >= 0 && k < side) {
        previous = in[(begin - 1) * side * side + j * side + k];
    }
    if (begin >= 0 && begin < side && j >= 0 && j < side && k >= 0 && k < side) {
        current = in[begin * side * side + j * side + k];
        plane[threadIdx.y][threadIdx.x] = current;
    }
    for (int i = begin; i < begin + OUT_TILE_DIM; ++i) {
        if (i + 1 >= 0 && i + 1 < side && j >= 0 && j < side && k >= 0 && k < side) {
            next = in[(i + 1) * side * side + j * side + k];
        }
        __syncthreads();
        if (i >= 1 && i < side - 1 && j >= 1 && j < side - 1 && k >= 1 && k < side - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 &&
                threadIdx.x < IN_TILE_DIM - 1) {
                out[i * side * side + j * side + k] = c[0] * current
                                                    + c[1] * plane[threadIdx.y][threadIdx.x - 1]
                                                    + c[2] * plane[threadIdx.y][threadIdx.x + 1]
                                                    + c[3] * plane[threadIdx.y - 1][threadIdx.x]
                                                    + c[4] * plane[threadIdx.y + 1][threadIdx.x]
                                                    + c[5] * previous
                                                    + c[6] * next;
            }
        }
        __syncthreads();
        previous = current;
        current = next;
        plane[threadIdx.y][threadIdx.x] = next;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + OUT_TILE_DIM - 1) / OUT_TILE_DIM;
    return {dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM)};
}
