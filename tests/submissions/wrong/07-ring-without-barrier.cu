// lab: 7
// what: Three planes by turns without any barrier: more buffers are no order.
// expect: race-shared (uninitialized-shared, wrong-output, technique-missing)

#include "lab.cuh"

constexpr int T = 32;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float plane[3][T][T];

    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * (T - 2) + tx - 1;
    const bool has_cell = j >= 0 && j < n && k >= 0 && k < n;
    const bool computes = ty >= 1 && ty <= T - 2 && tx >= 1 && tx <= T - 2 && j >= 1 &&
                          j <= n - 2 && k >= 1 && k <= n - 2;
    const int first = static_cast<int>(blockIdx.z) * (T - 2);
    const int last = min(first + T - 3, n - 2);

    float below = has_cell && first > 0 ? in[((first - 1) * n + j) * n + k] : 0.0f;
    float here = has_cell ? in[(first * n + j) * n + k] : 0.0f;
    for (int i = first; i <= last; ++i) {
        const float above = has_cell ? in[((i + 1) * n + j) * n + k] : 0.0f;
        float(*const mine)[T] = plane[i % 3];
        mine[ty][tx] = here; // <-- race-shared
        if (computes && i >= 1) {
            float sum = c[0] * here + c[5] * below + c[6] * above;
            sum += c[1] * mine[ty][tx - 1] + c[2] * mine[ty][tx + 1]; // <-? race-shared
            sum += c[3] * mine[ty - 1][tx] + c[4] * mine[ty + 1][tx]; // <-? race-shared
            out[(i * n + j) * n + k] = sum;
        }
        below = here;
        here = above;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T)};
}
