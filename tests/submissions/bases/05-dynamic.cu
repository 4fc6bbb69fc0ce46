#include "lab.cuh"

#define T 10
#define AT(z, y, x) (((z) * T + (y)) * T + (x))

__global__ void stencil_kernel(const float* in, float* out, int n) {
    extern __shared__ float s[];
    int z = blockIdx.z * (T - 2) + threadIdx.z;
    int y = blockIdx.y * (T - 2) + threadIdx.y;
    int x = blockIdx.x * (T - 2) + threadIdx.x;
    int me = AT(threadIdx.z, threadIdx.y, threadIdx.x);
    int g = z * n * n + y * n + x;
    if (z < n && y < n && x < n)
        s[me] = in[g];
    __syncthreads();
    if (threadIdx.z == 0 || threadIdx.z == T - 1 || threadIdx.y == 0 || threadIdx.y == T - 1 ||
        threadIdx.x == 0 || threadIdx.x == T - 1)
        return;
    if (z > n - 2 || y > n - 2 || x > n - 2)
        return;
    float v = c[0] * s[me];
    v += c[1] * s[me - 1];
    v += c[2] * s[me + 1];
    v += c[3] * s[me - T];
    v += c[4] * s[me + T];
    v += c[5] * s[me - T * T];
    v += c[6] * s[me + T * T];
    out[g] = v;
}

LaunchConfig launch_config(int n) {
    int b = (n - 2 + T - 3) / (T - 2);
    return {dim3(b, b, b), dim3(T, T, T), T * T * T * sizeof(float)};
}
