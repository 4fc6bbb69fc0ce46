// A first vector kernel of lab 12: four cells of a row a thread, one by one where rows are no whole vectors.
#include "lab.cuh"

__device__ float sum_at(const float* in, int p, int n) {
    return c[0] * in[p] + c[1] * in[p - 1] + c[2] * in[p + 1] + c[3] * in[p - n] + c[4] * in[p + n] +
           c[5] * in[p - n * n] + c[6] * in[p + n * n];
}

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int k = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z;
    if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1 || k >= n) {
        return;
    }
    const int p = (i * n + j) * n + k;
    if (n % 4 == 0) {
        const float4 m = *reinterpret_cast<const float4*>(in + p);
        const float4 u = *reinterpret_cast<const float4*>(in + p - n);
        const float4 d = *reinterpret_cast<const float4*>(in + p + n);
        const float4 b = *reinterpret_cast<const float4*>(in + p - n * n);
        const float4 a = *reinterpret_cast<const float4*>(in + p + n * n);
        const float l = k > 0 ? in[p - 1] : 0;
        const float r = k + 4 < n ? in[p + 4] : 0;
        float4 s;
        s.x = c[0] * m.x + c[1] * l + c[2] * m.y + c[3] * u.x + c[4] * d.x + c[5] * b.x + c[6] * a.x;
        s.y = c[0] * m.y + c[1] * m.x + c[2] * m.z + c[3] * u.y + c[4] * d.y + c[5] * b.y + c[6] * a.y;
        s.z = c[0] * m.z + c[1] * m.y + c[2] * m.w + c[3] * u.z + c[4] * d.z + c[5] * b.z + c[6] * a.z;
        s.w = c[0] * m.w + c[1] * m.z + c[2] * r + c[3] * u.w + c[4] * d.w + c[5] * b.w + c[6] * a.w;
        if (k == 0) {
            s.x = m.x;
        }
        if (k + 4 >= n) {
            s.w = m.w;
        }
        *reinterpret_cast<float4*>(out + p) = s;
    } else {
        for (int x = 0; x < 4; ++x) {
            if (k + x >= 1 && k + x < n - 1) {
                out[p + x] = sum_at(in, p + x, n);
            }
        }
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n + 127) / 128, (n + 7) / 8, n), dim3(32, 8)};
}
