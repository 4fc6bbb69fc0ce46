// lab: 8
// what: Tile sizes are template parameters, and the march goes down instead of up.
// expect: passed

#include "lab.cuh"

template <int WIDTH, int HEIGHT, int PLANES>
struct Tile {
    float plane[3][HEIGHT + 2][WIDTH + 2];

    static __device__ int slot(int i) { return (i + 3) % 3; }
};

using Shape = Tile<30, 14, 20>;

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    __shared__ Shape tile;
    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int j = static_cast<int>(blockIdx.y) * 14 + ty;
    const int k = static_cast<int>(blockIdx.x) * 30 + tx;
    const bool has_cell = j < height && k < width;
    const auto load = [&](int i) {
        if (has_cell) {
            tile.plane[Shape::slot(i)][ty][tx] = in[(i * height + j) * width + k];
        }
    };
    const bool computes = ty > 0 && ty < 15 && tx > 0 && tx < 31 && j < height - 1 && k < width - 1;
    const int bottom = static_cast<int>(blockIdx.z) * 20 + 1;
    const int top = min(bottom + 19, depth - 2);
    load(top + 1);
    load(top);
    for (int i = top; i >= bottom; --i) {
        load(i - 1);
        __syncthreads();
        if (computes) {
            const auto& here = tile.plane[Shape::slot(i)];
            float sum = c[5] * tile.plane[Shape::slot(i - 1)][ty][tx];
            sum += c[6] * tile.plane[Shape::slot(i + 1)][ty][tx];
            sum += c[0] * here[ty][tx] + c[1] * here[ty][tx - 1] + c[2] * here[ty][tx + 1];
            sum += c[3] * here[ty - 1][tx] + c[4] * here[ty + 1][tx];
            out[(i * height + j) * width + k] = sum;
        }
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    return {dim3((width - 2 + 29) / 30, (height - 2 + 13) / 14, (depth - 2 + 19) / 20),
            dim3(32, 16)};
}
