// lab: 4
// what: A thread computes four cells of a row and loads them at once, where rows are aligned.
// expect: passed

#include "lab.cuh"

__device__ float4 four_cells(const float* cells, int first, int n) {
    if (n % 4 == 0) {
        return *reinterpret_cast<const float4*>(cells);
    }
    // Rows begin at any address, and the last four cells of one may not all be there.
    return make_float4(cells[0], first + 1 < n ? cells[1] : 0.0f, first + 2 < n ? cells[2] : 0.0f,
                       first + 3 < n ? cells[3] : 0.0f);
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || first > n - 2) {
        return;
    }
    const float* cells = in + (i * n + j) * n + first;
    const float4 here = four_cells(cells, first, n);
    const float4 north = four_cells(cells - n, first, n);
    const float4 south = four_cells(cells + n, first, n);
    const float4 below = four_cells(cells - n * n, first, n);
    const float4 above = four_cells(cells + n * n, first, n);
    const float west = first > 0 ? cells[-1] : 0.0f;
    const float east = first + 4 < n ? cells[4] : 0.0f;

    const float row[6] = {west, here.x, here.y, here.z, here.w, east};
    const float around[4] = {
        c[3] * north.x + c[4] * south.x + c[5] * below.x + c[6] * above.x,
        c[3] * north.y + c[4] * south.y + c[5] * below.y + c[6] * above.y,
        c[3] * north.z + c[4] * south.z + c[5] * below.z + c[6] * above.z,
        c[3] * north.w + c[4] * south.w + c[5] * below.w + c[6] * above.w,
    };
    for (int s = 0; s < 4; ++s) {
        const int k = first + s;
        if (k >= 1 && k <= n - 2) {
            out[(i * n + j) * n + k] =
                c[0] * row[s + 1] + c[1] * row[s] + c[2] * row[s + 2] + around[s];
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3(n / 32 + 1, n / 8 + 1, n / 4 + 1), dim3(8, 8, 4)};
}
