// What some kernels of novices/14.toml are changed from: a layer of blocks for each plane, by events.

#include "lab.cuh"

#define TX 16
#define TY 16

__global__ void slab_kernel(Slab own, Slab below, Slab above, int n, int sweep) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z + 1;
    if (z > own.planes) {
        return;
    }
    if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1) {
        return;
    }
    int plane = n * n;
    int id = z * plane + y * n + x;
    float v = c[0] * own.in[id] + c[1] * own.in[id - 1] + c[2] * own.in[id + 1] + c[3] * own.in[id - n] +
              c[4] * own.in[id + n] + c[5] * own.in[id - plane] + c[6] * own.in[id + plane];
    own.out[id] = v;
    if (z == 1 && below.planes != 0) {
        int ghost = (below.planes + 1) * plane;
        below.out[ghost + y * n + x] = v;
    }
    if (z == own.planes && above.planes != 0) {
        above.out[y * n + x] = v;
    }
}

LaunchConfig launch_config(int n, int planes) {
    dim3 block(TX, TY, 1);
    dim3 grid((n + TX - 1) / TX, (n + TY - 1) / TY, planes);
    return {grid, block};
}
