// Lab 13 by a row of threads that goes through a cube of cells, between two buffers whose pointers are exchanged.
#include "lab.cuh"

constexpr int S = 4;
constexpr int E = 8;
constexpr int L = E + 2 * S;
__device__ int at(int x, int y, int z) { return x + L * (y + L * z); }
__global__ void stencil_kernel(const float* in, float* out, int n) {
    __shared__ float bufA[L * L * L];
    __shared__ float bufB[L * L * L];
    float* src = bufA;
    float* dst = bufB;
    const int ox = (int)blockIdx.x * E - S, oy = (int)blockIdx.y * E - S, oz = (int)blockIdx.z * E - S;
    const int threads = blockDim.x;
    for (int m = threadIdx.x; m < L * L * L; m += threads) {
        const int x = ox + m % L, y = oy + m / L % L, z = oz + m / (L * L);
        const bool on = x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n;
        src[m] = on ? in[(z * n + y) * n + x] : 0.f;
    }
    __syncthreads();
    for (int s = 1; s <= S; ++s) {
        for (int m = threadIdx.x; m < L * L * L; m += threads) {
            const int lx = m % L, ly = m / L % L, lz = m / (L * L);
            if (lx < s || ly < s || lz < s || lx >= L - s || ly >= L - s || lz >= L - s) continue;
            const int x = ox + lx, y = oy + ly, z = oz + lz;
            float v = src[m];
            if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
                v = c[0] * src[m] + c[1] * src[at(lx - 1, ly, lz)] + c[2] * src[at(lx + 1, ly, lz)] +
                    c[3] * src[at(lx, ly - 1, lz)] + c[4] * src[at(lx, ly + 1, lz)] +
                    c[5] * src[at(lx, ly, lz - 1)] + c[6] * src[at(lx, ly, lz + 1)];
            dst[m] = v;
        }
        __syncthreads();
        float* t = src;
        src = dst;
        dst = t;
    }
    for (int m = threadIdx.x; m < E * E * E; m += threads) {
        const int lx = S + m % E, ly = S + m / E % E, lz = S + m / (E * E);
        const int x = ox + lx, y = oy + ly, z = oz + lz;
        if (x < n && y < n && z < n) out[(z * n + y) * n + x] = src[at(lx, ly, lz)];
    }
}
LaunchConfig launch_config(int n) { int b = (n + E - 1) / E; return {dim3(b, b, b), dim3(256)}; }
