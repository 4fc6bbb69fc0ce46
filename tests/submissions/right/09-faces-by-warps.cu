// lab: 9
// what: Each of six warps loads one face of the halo, whatever cells its threads have themselves.
// expect: passed

#include "lab.cuh"

constexpr int B = 8;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ float tile[B + 2][B + 2][B + 2];
    const int start[3] = {static_cast<int>(blockIdx.x) * B, static_cast<int>(blockIdx.y) * B,
                          static_cast<int>(blockIdx.z) * B};
    const int extent[3] = {width, height, depth};
    const auto load = [&](int x, int y, int z) { // from the block's first cell
        const int k = start[0] + x;
        const int j = start[1] + y;
        const int i = start[2] + z;
        if (0 <= k && k < extent[0] && 0 <= j && j < extent[1] && 0 <= i && i < extent[2]) {
            tile[z + 1][y + 1][x + 1] = in[(i * height + j) * width + k];
        }
    };
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int z = threadIdx.z;
    load(x, y, z);

    const int thread = (z * B + y) * B + x;
    const int warp = thread / 32;
    for (int cell = thread % 32; warp < 6 && cell < B * B; cell += 32) {
        const int face = warp % 2 == 0 ? -1 : B;
        const int a = cell % B;
        const int b = cell / B;
        if (warp < 2) {
            load(a, b, face);
        } else if (warp < 4) {
            load(a, face, b);
        } else {
            load(face, a, b);
        }
    }
    __syncthreads();

    const int k = start[0] + x;
    const int j = start[1] + y;
    const int i = start[2] + z;
    if (k < 1 || k > width - 2 || j < 1 || j > height - 2 || i < 1 || i > depth - 2) {
        return;
    }
    float sum = 0.0f;
    for (const int step : {-1, 1}) {
        sum += tile[z + 1][y + 1][x + 1 + step] + tile[z + 1][y + 1 + step][x + 1] +
               tile[z + 1 + step][y + 1][x + 1];
    }
    sum = fmaf(-6.0f, tile[z + 1][y + 1][x + 1], sum);
    out[(i * height + j) * width + k] = min(max(sum, 0.0f), 255.0f);
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width + 7) / 8, (height + 7) / 8, (depth + 7) / 8), dim3(B, B, B)};
}
