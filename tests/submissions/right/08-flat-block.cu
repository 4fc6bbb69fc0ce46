// lab: 8
// what: Blocks of 256 threads in a row share the work on planes of 34·34 cells, in dynamic memory.
// expect: passed

#include "lab.cuh"

constexpr int OUT = 32;
constexpr int IN = OUT + 2;
constexpr int PLANES = 16;

extern __shared__ float planes[];

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int depth) {
    const int j0 = static_cast<int>(blockIdx.y) * OUT;
    const int k0 = static_cast<int>(blockIdx.x) * OUT;
    const int first = static_cast<int>(blockIdx.z) * PLANES;
    const int last = min(first + PLANES, depth - 2);
    const auto slot = [](int i) { return planes + i % 3 * IN * IN; };
    const auto load = [&](int i) {
        for (int cell = threadIdx.x; cell < IN * IN; cell += blockDim.x) {
            const int j = j0 + cell / IN;
            const int k = k0 + cell % IN;
            if (j < height && k < width) {
                slot(i)[cell] = in[(i * height + j) * width + k];
            }
        }
    };
    load(first);
    load(first + 1);
    for (int i = first + 1; i <= last; ++i) {
        load(i + 1);
        __syncthreads();
        for (int cell = threadIdx.x; cell < OUT * OUT; cell += blockDim.x) {
            const int ty = cell / OUT + 1;
            const int tx = cell % OUT + 1;
            const int j = j0 + ty;
            const int k = k0 + tx;
            if (j < height - 1 && k < width - 1) {
                const float* const here = slot(i) + ty * IN + tx;
                const int place = ty * IN + tx;
                out[(i * height + j) * width + k] =
                    c[0] * here[0] + c[1] * here[-1] + c[2] * here[1] + c[3] * here[-IN] +
                    c[4] * here[IN] + c[5] * slot(i - 1)[place] + c[6] * slot(i + 1)[place];
            }
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int width, int height, int depth) {
    const auto tiles = [](int cells, int tile) {
        return static_cast<unsigned>((cells - 2 + tile - 1) / tile);
    };
    return {dim3(tiles(width, OUT), tiles(height, OUT), tiles(depth, PLANES)), dim3(256),
            3 * IN * IN * sizeof(float)};
}
