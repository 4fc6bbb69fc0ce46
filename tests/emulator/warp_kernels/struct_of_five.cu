// Two members, three apart, of structures of 20 bytes.
#include "lab.cuh"

struct Five {
    float a;
    float b;
    float c;
    float d;
    float e;
};

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int cells = n * n * n;
    if (5 * t + 4 < cells) {
        const Five* const five = reinterpret_cast<const Five*>(in) + t;
        reinterpret_cast<Five*>(out)[t].c = five->a + five->d;
    }
}

LaunchConfig launch_config(int n) {
    return {dim3((n * n * n + 127) / 128), dim3(128)};
}
