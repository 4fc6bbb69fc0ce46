// lab: 6
// what: The march is written with lambdas, and the slots are pointers.
// expect: passed

#include "lab.cuh"

constexpr int T = 32;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float slots[3][T][T];
    float(*below)[T] = slots[0];
    float(*here)[T] = slots[1];
    float(*above)[T] = slots[2];

    const int y = threadIdx.y;
    const int x = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * (T - 2) + y - 1;
    const int k = static_cast<int>(blockIdx.x) * (T - 2) + x - 1;
    const int first = static_cast<int>(blockIdx.z) * (T - 2);
    const int last = min(first + T - 3, n - 2);

    const auto load = [&](float(*slot)[T], int i) {
        if (i >= 0 && j >= 0 && j < n && k >= 0 && k < n) {
            slot[y][x] = in[(i * n + j) * n + k];
        }
    };
    const auto computes = [&](int i) {
        return i >= 1 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2 && y >= 1 && y <= T - 2 &&
               x >= 1 && x <= T - 2;
    };

    load(below, first - 1);
    load(here, first);
    for (int i = first; i <= last; ++i) {
        load(above, i + 1);
        __syncthreads();
        if (computes(i)) {
            out[(i * n + j) * n + k] = c[0] * here[y][x] + c[1] * here[y][x - 1] +
                                       c[2] * here[y][x + 1] + c[3] * here[y - 1][x] +
                                       c[4] * here[y + 1][x] + c[5] * below[y][x] +
                                       c[6] * above[y][x];
        }
        float(*const free)[T] = below;
        below = here;
        here = above;
        above = free;
    }
}

LaunchConfig launch_config(int n) {
    const int blocks = (n - 2) / (T - 2) + 1;
    return {dim3(blocks, blocks, blocks), dim3(T, T)};
}
