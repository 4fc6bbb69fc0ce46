// lab: 14
// what: Each block beside a cut waits for its own flag, which one block of the neighbouring GPU raises.
// expect: passed

#include "lab.cuh"

#define BX 32
#define BY 8
#define HALF (LAB_FLAGS / 2)

__device__ void wait_for(const unsigned int* flag, unsigned int value) {
    while (*(volatile const unsigned int*)flag < value) {
    }
    __threadfence_system();
}

__device__ void raise(unsigned int* flag) {
    __threadfence_system();
    atomicAdd_system(flag, 1u);
}

__global__ void slab_kernel(Slab own, Slab below, Slab above, int n, int sweep) {
    int x = blockIdx.x * BX + threadIdx.x + 1;
    int y = blockIdx.y * BY + threadIdx.y + 1;
    int z = blockIdx.z + 1;
    int tile = blockIdx.y * gridDim.x + blockIdx.x;
    bool leader = threadIdx.x == 0 && threadIdx.y == 0;
    bool bottom = z == 1 && below.planes > 0;
    bool top = z == own.planes && above.planes > 0;
    if (leader && bottom) {
        wait_for(&own.flags[tile], sweep);
    }
    if (leader && top) {
        wait_for(&own.flags[HALF + tile], sweep);
    }
    __syncthreads();
    if (z <= own.planes && x < n - 1 && y < n - 1) {
        int i = (z * n + y) * n + x;
        float sum = c[0] * own.in[i] + c[1] * own.in[i - 1] + c[2] * own.in[i + 1] +
                    c[3] * own.in[i - n] + c[4] * own.in[i + n] + c[5] * own.in[i - n * n] +
                    c[6] * own.in[i + n * n];
        own.out[i] = sum;
        if (bottom) {
            below.out[((below.planes + 1) * n + y) * n + x] = sum;
        }
        if (top) {
            above.out[y * n + x] = sum;
        }
    }
    __syncthreads();
    if (leader && bottom) {
        raise(&below.flags[HALF + tile]);
    }
    if (leader && top) {
        raise(&above.flags[tile]);
    }
}

LaunchConfig launch_config(int n, int planes) {
    LaunchConfig config{dim3((n - 2 + BX - 1) / BX, (n - 2 + BY - 1) / BY, planes), dim3(BX, BY)};
    config.by_flags = true;
    return config;
}
