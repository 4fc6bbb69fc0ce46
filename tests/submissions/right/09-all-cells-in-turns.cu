// lab: 9
// what: The threads load the 1,000 cells of the input tile in turns, edges and corners as well.
// expect: passed

#include "lab.cuh"

constexpr int BLOCK = 8;
constexpr int TILE = BLOCK + 2;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[TILE * TILE * TILE];
    const int i0 = static_cast<int>(blockIdx.z) * BLOCK - 1;
    const int j0 = static_cast<int>(blockIdx.y) * BLOCK - 1;
    const int k0 = static_cast<int>(blockIdx.x) * BLOCK - 1;
    const int thread = (threadIdx.z * BLOCK + threadIdx.y) * BLOCK + threadIdx.x;
    for (int cell = thread; cell < TILE * TILE * TILE; cell += BLOCK * BLOCK * BLOCK) {
        const int i = i0 + cell / (TILE * TILE);
        const int j = j0 + cell / TILE % TILE;
        const int k = k0 + cell % TILE;
        if (0 <= i && i < depth && 0 <= j && j < height && 0 <= k && k < width) {
            tile[cell] = in[(i * height + j) * width + k];
        }
    }
    __syncthreads();
    const int i = i0 + 1 + threadIdx.z;
    const int j = j0 + 1 + threadIdx.y;
    const int k = k0 + 1 + threadIdx.x;
    if (0 < i && i < depth - 1 && 0 < j && j < height - 1 && 0 < k && k < width - 1) {
        const float* const centre =
            tile + ((threadIdx.z + 1) * TILE + threadIdx.y + 1) * TILE + threadIdx.x + 1;
        const float around = centre[-1] + centre[1] + centre[-TILE] + centre[TILE] +
                             centre[-TILE * TILE] + centre[TILE * TILE];
        out[(i * height + j) * width + k] = fminf(fmaxf(around - 6.0f * *centre, 0.0f), 255.0f);
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + BLOCK - 1) / BLOCK, (height + BLOCK - 1) / BLOCK,
                 (depth + BLOCK - 1) / BLOCK),
            dim3(BLOCK, BLOCK, BLOCK)};
}
