// lab: 7
// what: The march is spread over device functions and a struct of registers.
// expect: passed

#include "lab.cuh"

namespace {

constexpr int T = 32;

struct Column {
    float below = 0.0f;
    float here = 0.0f;
    float above = 0.0f;

    __device__ void step() {
        below = here;
        here = above;
    }
};

struct Cell {
    int j, k;

    __device__ bool on(int n) const { return j >= 0 && j < n && k >= 0 && k < n; }

    __device__ bool inside(int n) const { return j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2; }
};

__device__ float load(const float* in, int n, int i, Cell cell) {
    return cell.on(n) && i >= 0 ? __ldg(&in[(i * n + cell.j) * n + cell.k]) : 0.0f;
}

__device__ __forceinline__ void share(float (&plane)[T][T], float value) {
    __syncthreads(); // of the step before
    plane[threadIdx.y][threadIdx.x] = value;
    __syncthreads();
}

__device__ float sum(const float (&plane)[T][T], const Column& column) {
    const int y = threadIdx.y;
    const int x = threadIdx.x;
    return c[0] * column.here + c[1] * plane[y][x - 1] + c[2] * plane[y][x + 1] +
           c[3] * plane[y - 1][x] + c[4] * plane[y + 1][x] + c[5] * column.below +
           c[6] * column.above;
}

__device__ bool computes() {
    return threadIdx.y % (T - 1) != 0 && threadIdx.x % (T - 1) != 0;
}

} // namespace

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float plane[T][T];
    const Cell cell{static_cast<int>(blockIdx.y * (T - 2) + threadIdx.y) - 1,
                    static_cast<int>(blockIdx.x * (T - 2) + threadIdx.x) - 1};
    const int first = blockIdx.z * (T - 2);
    Column column;
    column.here = load(in, n, first - 1, cell);
    column.above = load(in, n, first, cell);
    for (int i = first; i < first + T - 2 && i < n - 1; ++i) {
        column.step();
        column.above = load(in, n, i + 1, cell);
        share(plane, column.here);
        if (i >= 1 && computes() && cell.inside(n)) {
            out[(i * n + cell.j) * n + cell.k] = sum(plane, column);
        }
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T)};
}
