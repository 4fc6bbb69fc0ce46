// lab: 7
// what: The coefficients in a struct, the column in registers, the plane written twice as wide for two buffers.
// expect: passed
// grids: 3, 5, 33, 62

#include "lab.cuh"

constexpr int BX = 32, BY = 16;

struct Weights {
    float centre, west, east, north, south, below, above;
};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float pages[BY][2 * BX];
    const Weights w{c[0], c[1], c[2], c[3], c[4], c[5], c[6]};
    const int x = static_cast<int>(blockIdx.x * (BX - 2) + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * (BY - 2) + threadIdx.y);
    const int z0 = static_cast<int>(blockIdx.z) * 40 + 1;
    const int z1 = min(z0 + 40, n - 1);
    const bool loads = x < n && y < n;
    const bool stores = threadIdx.x % (BX - 1) != 0 && threadIdx.y % (BY - 1) != 0 && x < n - 1 && y < n - 1;
    const float* next = in + (z0 * n + y) * n + x;
    float low = loads ? *(next - n * n) : 0.0f;
    float mid = loads ? *next : 0.0f;
    for (int z = z0; z < z1; ++z, next += n * n) {
        float* const page = &pages[threadIdx.y][threadIdx.x + (z & 1 ? BX : 0)];
        *page = mid;
        const float high = loads ? next[n * n] : 0.0f;
        __syncthreads();
        if (stores) {
            float total = w.centre * mid + w.below * low + w.above * high;
            total += w.west * page[-1] + w.east * page[1];
            total += w.north * page[-2 * BX] + w.south * page[2 * BX];
            out[(z * n + y) * n + x] = total;
        }
        low = mid;
        mid = high;
    }
}

LaunchConfig launch_config(int n) {
    const int inner = n - 2;
    return {dim3((inner + BX - 3) / (BX - 2), (inner + BY - 3) / (BY - 2), (inner + 39) / 40), dim3(BX, BY)};
}
