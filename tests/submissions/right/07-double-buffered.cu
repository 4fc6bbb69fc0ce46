// lab: 7
// what: Two planes by turns, so that one barrier in a step is enough.
// expect: passed

#include "lab.cuh"

constexpr int T = 32;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float plane[2][T][T];

    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + ty - 1;
    const int k = static_cast<int>(blockIdx.x) * (T - 2) + tx - 1;
    const bool has_cell = j >= 0 && j < n && k >= 0 && k < n;
    const bool computes = ty >= 1 && ty <= T - 2 && tx >= 1 && tx <= T - 2 && j >= 1 &&
                          j <= n - 2 && k >= 1 && k <= n - 2;
    const int first = max(static_cast<int>(blockIdx.z) * (T - 2), 1); // plane 0 is not computed
    const int last = min(static_cast<int>(blockIdx.z) * (T - 2) + T - 3, n - 2);

    float below = has_cell ? in[((first - 1) * n + j) * n + k] : 0.0f;
    float here = has_cell ? in[(first * n + j) * n + k] : 0.0f;
    for (int i = first; i <= last; ++i) {
        const float above = has_cell ? in[((i + 1) * n + j) * n + k] : 0.0f;
        // Who is here has left the step before the last behind: that one's plane may be overwritten.
        float(*const mine)[T] = plane[i % 2];
        mine[ty][tx] = here;
        __syncthreads();
        if (computes) {
            float sum = c[0] * here + c[5] * below + c[6] * above;
            sum += c[1] * mine[ty][tx - 1] + c[2] * mine[ty][tx + 1];
            sum += c[3] * mine[ty - 1][tx] + c[4] * mine[ty + 1][tx];
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
