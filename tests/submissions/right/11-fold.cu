// lab: 11
// what: The sum is a fold over the distances, the column an array that is moved by assignment.
// expect: passed

#include "lab.cuh"

#include <utility>

constexpr int SIDE = 32;

template <class T, int R>
struct Column {
    T value[2 * R + 1];

    __device__ void push(T newest) {
        *this = moved(newest, std::make_integer_sequence<int, 2 * R>());
    }

    __device__ T at(int distance) const { return value[R + distance]; }

private:
    template <int... P>
    __device__ Column moved(T newest, std::integer_sequence<int, P...>) const {
        return {{value[P + 1]..., newest}};
    }
};

template <int Distance, class T, int R, class Plane, class Set>
__device__ T ring(const Plane& plane, const Column<T, R>& column, const Set& c, int x, int y) {
    constexpr int d = Distance + 1;
    const T* w = c.value + 6 * Distance + 1;
    return w[0] * plane[y][x - d] + w[1] * plane[y][x + d] + w[2] * plane[y - d][x] +
           w[3] * plane[y + d][x] + w[4] * column.at(-d) + w[5] * column.at(d);
}

template <class T, int R, class Plane, class Set, int... Distances>
__device__ T star(const Plane& plane, const Column<T, R>& column, const Set& c, int x, int y,
                  std::integer_sequence<int, Distances...>) {
    return ((c[0] * column.at(0)) + ... + ring<Distances>(plane, column, c, x, y));
}

template <class T, int R>
__global__ void star_kernel(const T* in, T* out, int width, int height, int depth,
                            Coefficients<T, 6 * R + 1> c) {
    constexpr int OUT = SIDE - 2 * R;
    __shared__ T plane[SIDE][SIDE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int k = static_cast<int>(blockIdx.x) * OUT + x;
    const int j = static_cast<int>(blockIdx.y) * OUT + y;
    const int first = static_cast<int>(blockIdx.z) * OUT + R;
    const int past = min(first + OUT, depth - R);
    const bool exists = k < width && j < height;
    const bool computes =
        x >= R && x < SIDE - R && y >= R && y < SIDE - R && k < width - R && j < height - R;

    Column<T, R> column = {};
    for (int i = first - R; i < first + R; ++i) {
        column.push(exists && i < depth ? in[(i * height + j) * width + k] : T());
    }
    for (int i = first; i < past; ++i) {
        column.push(exists ? in[((i + R) * height + j) * width + k] : T());
        __syncthreads();
        plane[y][x] = column.at(0);
        __syncthreads();
        if (computes) {
            out[(i * height + j) * width + k] =
                star(plane, column, c, x, y, std::make_integer_sequence<int, R>());
        }
    }
}

template <class T, int R>
LaunchConfig launch_config(int width, int height, int depth) {
    constexpr int OUT = SIDE - 2 * R;
    const auto tiles = [](int n) { return static_cast<unsigned>((n - 2 * R + OUT - 1) / OUT); };
    return {{tiles(width), tiles(height), tiles(depth)}, {SIDE, SIDE}};
}
