// lab: 9
// what: Every block loads its whole tile, also where it hangs over the grid: clamped coordinates give cells of the edge.
// expect: passed

#include "lab.cuh"

#define B 8

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float s[B + 2][B + 2][B + 2];
    const int3 t = make_int3(threadIdx.x, threadIdx.y, threadIdx.z);
    const int x = blockIdx.x * B + t.x;
    const int y = blockIdx.y * B + t.y;
    const int z = blockIdx.z * B + t.z;
    auto get = [&](int zz, int yy, int xx) {
        zz = min(max(zz, 0), depth - 1);
        yy = min(max(yy, 0), height - 1);
        xx = min(max(xx, 0), width - 1);
        return in[(zz * height + yy) * width + xx];
    };
    s[t.z + 1][t.y + 1][t.x + 1] = get(z, y, x);
    if (t.x == 0) {
        s[t.z + 1][t.y + 1][0] = get(z, y, x - 1);
        s[t.z + 1][t.y + 1][B + 1] = get(z, y, x + B);
    }
    if (t.y == 0) {
        s[t.z + 1][0][t.x + 1] = get(z, y - 1, x);
        s[t.z + 1][B + 1][t.x + 1] = get(z, y + B, x);
    }
    if (t.z == 0) {
        s[0][t.y + 1][t.x + 1] = get(z - 1, y, x);
        s[B + 1][t.y + 1][t.x + 1] = get(z + B, y, x);
    }
    __syncthreads();
    if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
        return;
    const float sum = s[t.z][t.y + 1][t.x + 1] + s[t.z + 2][t.y + 1][t.x + 1] +
                      s[t.z + 1][t.y][t.x + 1] + s[t.z + 1][t.y + 2][t.x + 1] +
                      s[t.z + 1][t.y + 1][t.x] + s[t.z + 1][t.y + 1][t.x + 2] -
                      6 * s[t.z + 1][t.y + 1][t.x + 1];
    out[(z * height + y) * width + x] = fminf(fmaxf(sum, 0), 255);
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + B - 1) / B, (height + B - 1) / B, (depth + B - 1) / B), dim3(B, B, B)};
}
