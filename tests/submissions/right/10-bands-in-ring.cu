// lab: 10
// what: A block goes down its columns with three rows in shared memory, found by the remainder of their number.
// expect: passed

#include "lab.cuh"

constexpr int COLUMNS = 64;

struct Ring {
    int rows[3][COLUMNS + 2];

    __device__ int* of(int row) { return rows[(row + 3) % 3]; }
};

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    __shared__ Ring ring;
    const int t = threadIdx.x;
    const int origin = blockIdx.x * COLUMNS - 1;
    const auto load = [&](int row) {
        const int* const line = in + min(max(row, 0), height - 1) * width;
        for (int place = t; place < COLUMNS + 2; place += COLUMNS) {
            ring.of(row)[place] = line[min(max(origin + place, 0), width - 1)];
        }
    };
    load(-1);
    load(0);
    for (int row = 0; row < height; ++row) {
        load(row + 1);
        __syncthreads();
        const int place = t + 1;
        if (origin + place < width) {
            const int* const here = ring.of(row);
            out[row * width + origin + place] = ring.of(row - 1)[place] + here[place - 1] + here[place] +
                                                here[place + 1] + ring.of(row + 1)[place];
        }
        __syncthreads();
    }
}

LaunchConfig launch_config(int width, int) {
    return {dim3(width / COLUMNS + 1), dim3(COLUMNS)};
}
