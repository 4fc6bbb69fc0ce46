// lab: 11
// what: The column is a ring in local memory, the plane dynamic shared memory, flat; 512 threads.
// expect: passed

#include "lab.cuh"

constexpr int X = 32;
constexpr int Y = 16;

__device__ inline bool within(int at, int low, int past) {
    return at >= low && at < past;
}

template <class T, int R>
__global__ void star_kernel(const T* __restrict__ in, T* __restrict__ out, int width, int height,
                            int depth, const Coefficients<T, 6 * R + 1> c) {
    constexpr int RING = 2 * R + 1;
    extern __shared__ __align__(16) unsigned char memory[];
    T* const plane = reinterpret_cast<T*>(memory);

    const int k = static_cast<int>(blockIdx.x) * (X - 2 * R) + static_cast<int>(threadIdx.x);
    const int j = static_cast<int>(blockIdx.y) * (Y - 2 * R) + static_cast<int>(threadIdx.y);
    const int mine = threadIdx.y * X + threadIdx.x;
    const bool on_grid = k < width && j < height;
    const bool has_output = within(threadIdx.x, R, X - R) && within(threadIdx.y, R, Y - R) &&
                            k < width - R && j < height - R;
    const int row = width;
    const int layer = width * height;
    const T* from = in + j * row + k;

    T ring[RING];
    for (int i = 0; i < 2 * R; ++i) {
        ring[i] = on_grid ? from[i * layer] : T(0);
    }
    for (int newest = 2 * R; newest < depth; ++newest) {
        const int i = newest - R;
        ring[newest % RING] = on_grid ? from[newest * layer] : T(0);
        plane[mine] = ring[i % RING];
        __syncthreads();
        if (has_output) {
            T sum = c[0] * plane[mine];
            int next = 1;
            for (int r = 1; r <= R; ++r) {
                sum += c[next++] * plane[mine - r];
                sum += c[next++] * plane[mine + r];
                sum += c[next++] * plane[mine - r * X];
                sum += c[next++] * plane[mine + r * X];
                sum += c[next++] * ring[(i - r) % RING];
                sum += c[next++] * ring[(i + r) % RING];
            }
            out[i * layer + j * row + k] = sum;
        }
        __syncthreads();
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height, int) {
    const auto tiles = [](int n, int side) { return (n - 2 * R + side - 1) / side; };
    return {dim3(tiles(width, X - 2 * R), tiles(height, Y - 2 * R)), dim3(X, Y), X * Y * sizeof(T)};
}
