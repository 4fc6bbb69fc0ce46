// Lab 06 with three planes in one array; pointers to them take turns.
#include "lab.cuh"

constexpr int TX = 16, TY = 16, LEN = 10;
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float buffer[3 * (TY + 2) * (TX + 2)];
    const int area = (TY + 2) * (TX + 2);
    float* prev = buffer;
    float* cur = buffer + area;
    float* next = buffer + 2 * area;
    const int x0 = blockIdx.x * TX, y0 = blockIdx.y * TY;
    const int z_begin = max(1, (int)blockIdx.z * LEN), z_end = min(n - 1, ((int)blockIdx.z + 1) * LEN);
    const int t = threadIdx.y * TX + threadIdx.x;
    auto load = [&](float* to, int z) {
        for (int m = t; m < area; m += TX * TY) {
            const int x = x0 + m % (TX + 2) - 1, y = y0 + m / (TX + 2) - 1;
            if (x >= 0 && y >= 0 && x < n && y < n) to[m] = in[(z * n + y) * n + x];
        }
    };
    if (z_begin >= z_end) return;
    load(prev, z_begin - 1);
    load(cur, z_begin);
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    const int w = TX + 2;
    const int at = (threadIdx.y + 1) * w + threadIdx.x + 1;
    for (int z = z_begin; z < z_end; ++z) {
        load(next, z + 1);
        __syncthreads();
        if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
            out[(z * n + y) * n + x] = c[0] * cur[at] + c[1] * cur[at - 1] + c[2] * cur[at + 1] +
                                       c[3] * cur[at - w] + c[4] * cur[at + w] + c[5] * prev[at] + c[6] * next[at];
        }
        __syncthreads();
        float* spare = prev;
        prev = cur;
        cur = next;
        next = spare;
    }
}
LaunchConfig launch_config(int n) {
    return {dim3((n + TX - 1) / TX, (n + TY - 1) / TY, (n + LEN - 1) / LEN), dim3(TX, TY)};
}
