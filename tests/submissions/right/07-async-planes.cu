// lab: 7
// what: Asynchronous copies bring the next plane while this one is used.
// expect: passed
// grids: 3, 33

#include "lab.cuh"
#include <cuda_pipeline.h>

constexpr int SIDE = 32;
constexpr int INNER = SIDE - 2;

struct Cell {
    int j, k;

    __device__ bool on_grid(int n) const { return j >= 0 && k >= 0 && j < n && k < n; }
    __device__ bool inside(int n) const { return j > 0 && k > 0 && j < n - 1 && k < n - 1; }
};

__global__ void __launch_bounds__(SIDE* SIDE) stencil_kernel(const float* in, float* out, int n) {
    __shared__ float planes[2][SIDE][SIDE];
    const int row = threadIdx.y, column = threadIdx.x;
    const Cell cell{int(blockIdx.y) * INNER + row - 1, int(blockIdx.x) * INNER + column - 1};
    const bool computes = cell.inside(n) && row > 0 && row < SIDE - 1 && column > 0 && column < SIDE - 1;
    const float* source = in + (cell.j * n + cell.k);
    const size_t area = size_t(n) * n;

    auto fetch = [&](int i) {
        if (cell.on_grid(n)) {
            __pipeline_memcpy_async(&planes[i % 2][row][column], source + i * area, sizeof(float));
        }
        __pipeline_commit();
    };

    const int begin = max(1, int(blockIdx.z) * INNER);
    const int end = min(n - 1, int(blockIdx.z + 1) * INNER);
    float below = computes ? source[(begin - 1) * area] : 0.0f;
    fetch(begin);
    for (int i = begin; i < end; i++) {
        fetch(i + 1);
        __pipeline_wait_prior(1); // plane i is here, the next one need not be
        __syncthreads();
        float middle = 0.0f, sum = 0.0f;
        if (computes) {
            const auto& plane = planes[i % 2];
            middle = plane[row][column];
            sum = c[0] * middle + c[5] * below;
            sum += c[1] * plane[row][column - 1] + c[2] * plane[row][column + 1];
            sum += c[3] * plane[row - 1][column] + c[4] * plane[row + 1][column];
        }
        __pipeline_wait_prior(0); // this thread's own cell of the next plane
        if (computes) {
            out[i * area + cell.j * n + cell.k] = sum + c[6] * planes[(i + 1) % 2][row][column];
        }
        __syncthreads(); // the next step overwrites plane i
        below = middle;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2 + INNER) / INNER;
    return {dim3(blocks, blocks, blocks), dim3(SIDE, SIDE)};
}
