// lab: 4
// what: A neighbour's index is unsigned and compared with 0; on the low side it wraps.
// expect: out-of-bounds-global, compiler-warning (wrong-output)
// explanation: boundary-as-interior

#include "lab.cuh"

constexpr int BLOCK = 8;

__global__ void stencil_kernel(const float* in, float* out, int n) {
    const unsigned i = blockIdx.z * BLOCK + threadIdx.z;
    const unsigned j = blockIdx.y * BLOCK + threadIdx.y;
    const unsigned k = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned last = n - 1;
    if (i - 1 >= 0 && i < last && j >= 1 && j < last && k >= 1 && k < last) { // <-- compiler-warning
        const long at = (long(i) * n + j) * n + k;
        float sum = c[0] * in[at] + c[1] * in[at - 1] + c[2] * in[at + 1];
        sum += c[3] * in[at - n] + c[4] * in[at + n];
        sum += c[5] * in[at - long(n) * n] + c[6] * in[at + long(n) * n]; // <-- out-of-bounds-global
        out[at] = sum;
    }
}

LaunchConfig launch_config(int n) {
    const unsigned blocks = (n + BLOCK - 1) / BLOCK;
    return {dim3(blocks, blocks, blocks), dim3(BLOCK, BLOCK, BLOCK)};
}
