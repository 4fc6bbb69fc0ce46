// lab: 11
// what: Loads are clamped to the grid, as a texture's are; the march goes from the top down. (On a
// large grid that is no full tiles, the loads of cells beyond its end are more than the lab allows.)
// expect: passed
// grids: 9x9x9, 33x10x11

#include "lab.cuh"

constexpr int SIDE = 32;

template <class T>
struct Texture {
    const T* cells;
    int width, height, depth;

    static __device__ int clamped(int at, int cells) { return max(0, min(at, cells - 1)); }

    __device__ T operator()(int k, int j, int i) const {
        return __ldg(cells + (clamped(i, depth) * height + clamped(j, height)) * width +
                     clamped(k, width));
    }
};

template <class T, int R>
__global__ void __launch_bounds__(SIDE* SIDE)
    star_kernel(const T* in, T* out, int width, int height, int depth,
                Coefficients<T, 6 * R + 1> c) {
    constexpr int OUT = SIDE - 2 * R;
    __shared__ T plane[SIDE][SIDE + 1];
    const Texture<T> texture{in, width, height, depth};
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int k = static_cast<int>(blockIdx.x) * OUT + tx;
    const int j = static_cast<int>(blockIdx.y) * OUT + ty;
    const int lowest = static_cast<int>(blockIdx.z) * OUT + R;
    const int highest = min(lowest + OUT, depth - R) - 1;

    T column[2 * R + 1]; // the lowest plane last
#pragma unroll
    for (int r = 1; r <= 2 * R; ++r) {
        column[r] = texture(k, j, highest + 1 + R - r);
    }
    for (int i = highest; i >= lowest; --i) {
#pragma unroll
        for (int r = 0; r < 2 * R; ++r) {
            column[r] = column[r + 1];
        }
        column[2 * R] = texture(k, j, i - R);
        __syncthreads();
        plane[ty][tx] = column[R];
        __syncthreads();
        if (tx < R || tx >= SIDE - R || ty < R || ty >= SIDE - R || k >= width - R ||
            j >= height - R) {
            continue;
        }
        T sum = c[0] * column[R];
#pragma unroll
        for (int r = 1; r <= R; ++r) {
            const T* w = &c[6 * r - 5];
            sum += w[0] * plane[ty][tx - r] + w[1] * plane[ty][tx + r];
            sum += w[2] * plane[ty - r][tx] + w[3] * plane[ty + r][tx];
            sum += w[4] * column[R + r] + w[5] * column[R - r];
        }
        out[(i * height + j) * width + k] = sum;
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height, int depth) {
    constexpr int OUT = SIDE - 2 * R;
    const auto tiles = [](int n) { return (n - 2 * R + OUT - 1) / OUT; };
    return {dim3(tiles(width), tiles(height), tiles(depth)), dim3(SIDE, SIDE)};
}
