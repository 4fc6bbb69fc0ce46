// lab: 5
// what: The whole tile is loaded by flat thread numbers in a loop, with division and remainder; rows are padded.
// expect: passed
// grids: 3, 5, 33, 62

#include "lab.cuh"

constexpr int X = 32, Y = 4, Z = 4; // outputs of a block, and threads
constexpr int PITCH = X + 3;
constexpr int LAYER = (Y + 2) * PITCH;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    extern __shared__ float cells[];
    const int x0 = blockIdx.x * X, y0 = blockIdx.y * Y, z0 = blockIdx.z * Z; // the tile's first cell
    const int rank = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
    for (int number = rank; number < (X + 2) * (Y + 2) * (Z + 2); number += X * Y * Z) {
        const int x = number % (X + 2);
        const int rest = number / (X + 2);
        const int y = rest % (Y + 2);
        const int z = rest / (Y + 2);
        if (x0 + x < n && y0 + y < n && z0 + z < n) {
            cells[z * LAYER + y * PITCH + x] = in[((z0 + z) * n + y0 + y) * n + x0 + x];
        }
    }
    __syncthreads();
    const int x = x0 + threadIdx.x + 1, y = y0 + threadIdx.y + 1, z = z0 + threadIdx.z + 1;
    if (x > n - 2 || y > n - 2 || z > n - 2) {
        return;
    }
    const float* own = cells + (threadIdx.z + 1) * LAYER + (threadIdx.y + 1) * PITCH + threadIdx.x + 1;
    float total = 0.0f;
    constexpr int away[7] = {0, -1, 1, -PITCH, PITCH, -LAYER, LAYER};
    for (int p = 6; p >= 0; --p) {
        total += own[away[p]] * c[p];
    }
    out[(z * n + y) * n + x] = total;
}

LaunchConfig launch_config(int n) {
    const auto parts = [inner = n - 2](int size) { return (inner + size - 1) / size; };
    return {dim3(parts(X), parts(Y), parts(Z)), dim3(X, Y, Z), (Z + 2) * LAYER * sizeof(float)};
}
