// What some kernels of novices/14.toml are changed from: flags that functions of their own wait for and raise.

#include "lab.cuh"

#define BX 16
#define BY 16

__device__ void wait_for(volatile unsigned int* flag, unsigned int count) {
    while (*flag < count) {
    }
}

__device__ void signal(unsigned int* flag) {
    __threadfence_system();
    atomicAdd_system(flag, 1u);
}

// flags[0]: raised by the GPU below, flags[1]: by the GPU above
__global__ void slab_kernel(Slab own, Slab below, Slab above, int n, int sweep) {
    int k = blockIdx.x * BX + threadIdx.x + 1;
    int j = blockIdx.y * BY + threadIdx.y + 1;
    int p = blockIdx.z + 1;
    if (p > own.planes) {
        return;
    }
    unsigned int per_plane = gridDim.x * gridDim.y;
    bool low = p == 1 && below.planes > 0;
    bool high = p == own.planes && above.planes > 0;
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        if (low) wait_for(&own.flags[0], per_plane * sweep);
        if (high) wait_for(&own.flags[1], per_plane * sweep);
    }
    __syncthreads();
    if (j < n - 1 && k < n - 1) {
        int i = (p * n + j) * n + k;
        float sum = c[0] * own.in[i] + c[1] * own.in[i - 1] + c[2] * own.in[i + 1] + c[3] * own.in[i - n] +
                    c[4] * own.in[i + n] + c[5] * own.in[i - n * n] + c[6] * own.in[i + n * n];
        own.out[i] = sum;
        if (low) below.out[((below.planes + 1) * n + j) * n + k] = sum;
        if (high) above.out[j * n + k] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        if (low) signal(&below.flags[1]);
        if (high) signal(&above.flags[0]);
    }
}

LaunchConfig launch_config(int n, int planes) {
    LaunchConfig config{dim3((n - 2 + BX - 1) / BX, (n - 2 + BY - 1) / BY, planes), dim3(BX, BY)};
    config.by_flags = true;
    return config;
}
