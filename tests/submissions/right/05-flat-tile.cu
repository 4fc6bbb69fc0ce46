// lab: 5
// what: The tile is a flat array, loaded in the order of thread numbers.
// expect: passed

#include "lab.cuh"

constexpr int T = 8;
constexpr int ROW = T;
constexpr int PLANE = T * T;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float tile[T * T * T];

    const int t = (threadIdx.z * T + threadIdx.y) * T + threadIdx.x;
    const int i = static_cast<int>(blockIdx.z) * (T - 2) + t / PLANE - 1;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + t / ROW % T - 1;
    const int k = static_cast<int>(blockIdx.x) * (T - 2) + t % ROW - 1;
    const int mine = threadIdx.z * PLANE + threadIdx.y * ROW + threadIdx.x;

    // One comparison for both ends: a negative coordinate is a large unsigned one.
    const auto within = [](int coordinate, int end) {
        return static_cast<unsigned>(coordinate) < static_cast<unsigned>(end);
    };
    if (within(i, n) && within(j, n) && within(k, n)) {
        tile[mine] = in[(i * n + j) * n + k];
    }
    __syncthreads();

    const bool in_out_tile = within(static_cast<int>(threadIdx.z) - 1, T - 2) &&
                             within(static_cast<int>(threadIdx.y) - 1, T - 2) &&
                             within(static_cast<int>(threadIdx.x) - 1, T - 2);
    if (in_out_tile && within(i - 1, n - 2) && within(j - 1, n - 2) && within(k - 1, n - 2)) {
        const float* here = tile + mine;
        out[(i * n + j) * n + k] = c[0] * here[0] + c[1] * here[-1] + c[2] * here[1] +
                                   c[3] * here[-ROW] + c[4] * here[ROW] + c[5] * here[-PLANE] +
                                   c[6] * here[PLANE];
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T, T)};
}
