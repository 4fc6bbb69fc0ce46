// Numba course, f(x) = x²: the thread's index as the course's grid(1), and a return past the end.
#include "lab.cuh"

__global__ void sample_kernel(const float* x, float* f, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) {
        return;
    }
    f[i] = x[i] * x[i];
}

LaunchConfig launch_config(int n) {
    constexpr int tpb = 32;
    return {dim3((n + tpb - 1) / tpb), dim3(tpb)};
}
