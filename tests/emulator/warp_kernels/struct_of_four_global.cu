// Four floats that are aligned as one float each: copied by four accesses of 4 bytes.
#include "lab.cuh"

struct Four {
    float v[4];
};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    if (t < n * n * n / 4) {
        reinterpret_cast<Four*>(out)[t] = reinterpret_cast<const Four*>(in)[t];
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n / 4 + 127) / 128), dim3(128)};
}
