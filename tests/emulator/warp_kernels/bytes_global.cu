// Accesses of 1 byte in global memory, side by side and 3 bytes apart.
#include "lab.cuh"

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    const unsigned char* const bytes = reinterpret_cast<const unsigned char*>(in);
    if (t < cells) {
        reinterpret_cast<unsigned char*>(out)[t] =
            static_cast<unsigned char>(bytes[t] + bytes[3 * t]);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
