// lab: 10
// what: Four pixels of a row at once where rows are aligned, single ones otherwise; a template says which.
// expect: passed

#include "lab.cuh"

template <int EACH>
__device__ void load(const int* from, int (&to)[EACH]) {
    if constexpr (EACH == 4) {
        const int4 four = *reinterpret_cast<const int4*>(from);
        to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
    } else {
        to[0] = *from;
    }
}

template <int EACH>
__device__ void sweep(const int* in, int* out, int width, int height) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (first >= width || row >= height) {
        return;
    }
    const int* const line = in + row * width;
    int up[EACH], own[EACH], down[EACH];
    load<EACH>(in + max(row - 1, 0) * width + first, up);
    load<EACH>(line + first, own);
    load<EACH>(in + min(row + 1, height - 1) * width + first, down);
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
        const int left = e > 0 ? own[e - 1] : line[max(first - 1, 0)];
        const int right = e < EACH - 1 ? own[e + 1] : line[min(first + EACH, width - 1)];
        out[row * width + first + e] = up[e] + left + own[e] + right + down[e];
    }
}

__global__ void stencil_kernel(const int* in, int* out, int width, int height) {
    if (width % 4 == 0) {
        sweep<4>(in, out, width, height);
    } else {
        sweep<1>(in, out, width, height);
    }
}

LaunchConfig launch_config(int width, int height) {
    return {dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)};
}
