#include "lab.cuh"

constexpr int LANES = 128;
constexpr int ROWS = 64;

template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height,
                            Coefficients<T, 4 * R + 1> c) {
    constexpr int OUT = LANES - 2 * R;
    __shared__ T line[LANES];
    const int lane = threadIdx.x;
    const int j = blockIdx.x * OUT + lane;
    const int first = blockIdx.y * ROWS + R;
    const int end = min(first + ROWS, height - R);
    const bool exists = j < width;
    const bool writes = lane >= R && lane < LANES - R && j < width - R;
    T column[2 * R + 1];
    for (int k = 1; k <= 2 * R; ++k) {
        const int i = first - R + k - 1;
        column[k] = exists && i < height ? in[i * width + j] : T(0);
    }
    for (int i = first; i < end; ++i) {
        for (int k = 0; k < 2 * R; ++k)
            column[k] = column[k + 1];
        column[2 * R] = exists ? in[(i + R) * width + j] : T(0);
        line[lane] = column[R];
        __syncthreads();
        if (writes) {
            T v = c[0] * column[R];
            for (int r = 1; r <= R; ++r) {
                v += c[4 * (r - 1) + 1] * line[lane - r];
                v += c[4 * (r - 1) + 2] * line[lane + r];
                v += c[4 * (r - 1) + 3] * column[R - r];
                v += c[4 * (r - 1) + 4] * column[R + r];
            }
            out[i * width + j] = v;
        }
        __syncthreads();
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height) {
    constexpr int OUT = LANES - 2 * R;
    auto blocks = [](int n, int each) { return n > 0 ? (n + each - 1) / each : 1; };
    return {dim3(blocks(width - 2 * R, OUT), blocks(height - 2 * R, ROWS)), dim3(LANES)};
}
