// expect: unsupported-feature
// emulator: passed
// Asks the cache, in PTX that only nvcc compiles, to keep its lines for the launches that follow.
#include "lab.cuh"

__device__ float kept_load(const float* address) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    float value;
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;"
                 : "=f"(value)
                 : "l"(address), "l"(policy));
    return value;
#else
    return *address;
#endif
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const int cell = (i * n + j) * n + k;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
        out[cell] = c[0] * kept_load(in + cell) + c[1] * kept_load(in + cell - 1) +
                    c[2] * kept_load(in + cell + 1) + c[3] * kept_load(in + cell - n) +
                    c[4] * kept_load(in + cell + n) + c[5] * kept_load(in + cell - n * n) +
                    c[6] * kept_load(in + cell + n * n);
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + 7) / 8;
    return {dim3(blocks, blocks, blocks), dim3(8, 8, 8)};
}
