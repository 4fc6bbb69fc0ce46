#include "lab.cuh"

#define BX 32
#define BY 16

template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height,
                            Coefficients<T, 4 * R + 1> c) {
    __shared__ T s[BY + 2 * R][BX + 2 * R];
    int col = blockIdx.x * BX + threadIdx.x;
    int row = blockIdx.y * BY + threadIdx.y;
    int sx = threadIdx.x + R;
    int sy = threadIdx.y + R;
    if (row < height && col < width) {
        s[sy][sx] = in[row * width + col];
        if (threadIdx.x < R && col >= R)
            s[sy][sx - R] = in[row * width + col - R];
        if (threadIdx.x >= BX - R && col + R < width)
            s[sy][sx + R] = in[row * width + col + R];
        if (threadIdx.y < R && row >= R)
            s[sy - R][sx] = in[(row - R) * width + col];
        if (threadIdx.y >= BY - R && row + R < height)
            s[sy + R][sx] = in[(row + R) * width + col];
    }
    __syncthreads();
    if (row < R || col < R || row >= height - R || col >= width - R)
        return;
    T sum = c[0] * s[sy][sx];
    for (int d = 1; d <= R; d++) {
        sum += c[4 * d - 3] * s[sy][sx - d];
        sum += c[4 * d - 2] * s[sy][sx + d];
        sum += c[4 * d - 1] * s[sy - d][sx];
        sum += c[4 * d] * s[sy + d][sx];
    }
    out[row * width + col] = sum;
}

template <class T, int R>
LaunchConfig launch_config(int width, int height) {
    dim3 block(BX, BY);
    dim3 grid((width + BX - 1) / BX, (height + BY - 1) / BY);
    return {grid, block};
}
