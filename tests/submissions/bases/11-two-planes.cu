#include "lab.cuh"

constexpr int B = 32;
constexpr int DEPTH = 24;

template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height, int depth,
                            Coefficients<T, 6 * R + 1> c) {
    constexpr int W = B - 2 * R;
    __shared__ T plane[2][B][B];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * W + tx - R;
    const int y = blockIdx.y * W + ty - R;
    const int zb = blockIdx.z * DEPTH + R;
    const int ze = min(zb + DEPTH, depth - R);
    const bool ok = x >= 0 && y >= 0 && x < width && y < height;
    const bool write = tx >= R && tx < B - R && ty >= R && ty < B - R && x >= R && y >= R &&
                       x < width - R && y < height - R;
    const size_t step = (size_t)width * height;
    const T* p = in + (size_t)(zb - R) * step + (ok ? y * width + x : 0);
    T below[R], above[R], here = T(0);
    for (int r = R - 1; r >= 0; r--) {
        below[r] = zb < ze && ok ? *p : T(0);
        p += step;
    }
    if (zb < ze && ok)
        here = *p;
    p += step;
    for (int r = 0; r < R - 1; r++) {
        above[r] = zb < ze && ok ? *p : T(0);
        p += step;
    }
    int turn = 0;
    for (int z = zb; z < ze; z++) {
        above[R - 1] = ok ? *p : T(0);
        p += step;
        plane[turn][ty][tx] = here;
        __syncthreads();
        if (write) {
            T v = c[0] * here;
            for (int r = 1; r <= R; r++) {
                const int q = 6 * r - 5;
                v += c[q] * plane[turn][ty][tx - r];
                v += c[q + 1] * plane[turn][ty][tx + r];
                v += c[q + 2] * plane[turn][ty - r][tx];
                v += c[q + 3] * plane[turn][ty + r][tx];
                v += c[q + 4] * below[r - 1];
                v += c[q + 5] * above[r - 1];
            }
            out[z * step + y * width + x] = v;
        }
        for (int r = R - 1; r > 0; r--)
            below[r] = below[r - 1];
        below[0] = here;
        here = above[0];
        for (int r = 0; r < R - 1; r++)
            above[r] = above[r + 1];
        turn = 1 - turn;
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height, int depth) {
    const int w = B - 2 * R;
    auto blocks = [](int cells, int each) { return cells > 0 ? (cells + each - 1) / each : 1; };
    return {dim3(blocks(width - R, w), blocks(height - R, w), blocks(depth - 2 * R, DEPTH)), dim3(B, B)};
}
