// lab: 1
// what: Members of constexpr structures are numbers in device code; ceil() of a whole number is for the host.
// expect: passed

#include "lab.cuh"

struct Exponent {
    int whole;
    double part;
};

struct Shape {
    int threads;
    float power;
    Exponent exponent;
};

namespace settings {
constexpr Shape shape = {128, 1.0f, {1, 0.0}};
}

// As textbooks print a signature: no const, and n without a sign.
__global__ void sample_kernel(float* x, float* f, unsigned int n) {
    const unsigned int i = blockIdx.x * settings::shape.threads + threadIdx.x;
    if (i < n) {
        f[i] = settings::shape.power * x[i] * fmaxf(x[i], settings::shape.exponent.part > 0.5 ? 0.0f : x[i]);
    }
}

LaunchConfig launch_config(int n) {
    return {dim3(ceil((n + settings::shape.threads - 1) / settings::shape.threads)),
            dim3(settings::shape.threads)};
}
