// lab: 9
// what: All cells of the tile are loaded, corners too, with indices clamped to the grid.
// expect: passed
#include "lab.cuh"

constexpr int SIDE = 8;
constexpr int TILE = SIDE + 2;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[TILE * TILE * TILE];
    const int x = blockIdx.x * SIDE + threadIdx.x;
    const int y = blockIdx.y * SIDE + threadIdx.y;
    const int z = blockIdx.z * SIDE + threadIdx.z;
    const int thread = (threadIdx.z * SIDE + threadIdx.y) * SIDE + threadIdx.x;
    for (int cell = thread; cell < TILE * TILE * TILE; cell += SIDE * SIDE * SIDE) {
        const int from_x = min(max(x - (int)threadIdx.x + cell % TILE - 1, 0), width - 1);
        const int from_y = min(max(y - (int)threadIdx.y + cell / TILE % TILE - 1, 0), height - 1);
        const int from_z = min(max(z - (int)threadIdx.z + cell / (TILE * TILE) - 1, 0), depth - 1);
        tile[cell] = in[(from_z * height + from_y) * width + from_x];
    }
    __syncthreads();
    if (x == 0 or y == 0 or z == 0 or x >= width - 1 or y >= height - 1 or z >= depth - 1) {
        return;
    }
    const int row = TILE;
    const int plane = TILE * TILE;
    const float* own = tile + (threadIdx.z + 1) * plane + (threadIdx.y + 1) * row + threadIdx.x + 1;
    float sum = -6.0f * *own + own[-1] + own[1];
    sum += own[-row] + own[row] + own[-plane] + own[plane];
    out[(z * height + y) * width + x] = fminf(fmaxf(sum, 0.0f), 255.0f);
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE, (depth + SIDE - 1) / SIDE),
            dim3(SIDE, SIDE, SIDE)};
}
