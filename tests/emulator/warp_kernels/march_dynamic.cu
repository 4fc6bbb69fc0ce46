// A march along z with the plane in dynamic shared memory and the neighbours above and below in registers.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    extern __shared__ float plane[];
    const int x = blockIdx.x * 14 + threadIdx.x - 1;
    const int y = blockIdx.y * 14 + threadIdx.y - 1;
    const bool on_grid = x >= 0 && x < n && y >= 0 && y < n;
    const bool inner = threadIdx.x >= 1 && threadIdx.x <= 14 && threadIdx.y >= 1 &&
                       threadIdx.y <= 14 && x >= 1 && x < n - 1 && y >= 1 && y < n - 1;
    const int cell = y * n + x;
    const int place = threadIdx.y * 16 + threadIdx.x;
    float below = on_grid ? in[cell] : 0.0f;
    float here = on_grid ? in[n * n + cell] : 0.0f;
    for (int z = 1; z < n - 1; ++z) {
        const float above = on_grid ? in[(z + 1) * n * n + cell] : 0.0f;
        plane[place] = here;
        __syncthreads();
        if (inner) {
            out[z * n * n + cell] = c[0] * here + c[1] * plane[place - 1] + c[2] * plane[place + 1] +
                                    c[3] * plane[place - 16] + c[4] * plane[place + 16] +
                                    c[5] * below + c[6] * above;
        }
        __syncthreads();
        below = here;
        here = above;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned int blocks = (n + 13) / 14;
    return {dim3(blocks, blocks), dim3(16, 16), 16 * 16 * sizeof(float)};
}
