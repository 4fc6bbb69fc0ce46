// lab: 3
// what: The tile is a struct that loads itself; the sum is a fold over the window's places.
// expect: passed

#include "lab.cuh"

#include <utility>

template <class T, int Threads, int R>
struct Tile {
    static constexpr int size = Threads + 2 * R;
    T cells[size];

    __device__ void load(const T* f, int begin, int n) {
        const int count = n - begin < size ? n - begin : size;
        for (int at = threadIdx.x; at < count; at += Threads) {
            cells[at] = f[begin + at];
        }
    }

    template <class Set, int... P>
    __device__ T sum(int at, const Set& c, int set, std::integer_sequence<int, P...>) const {
        return (... + (c[set + P] * cells[at + P]));
    }
};

struct Windows {
    int n;
    int points;

    __device__ bool exist() const { return n >= points; }

    __device__ int first(int i) const {
        const int wanted = i - points / 2;
        const int last = n - points;
        return wanted < 0 || last < 0 ? 0 : wanted < last ? wanted : last;
    }
};

constexpr int block = 96;

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    __shared__ Tile<T, block, R> tile;
    const Windows windows{n, 2 * R + 1};
    const int start = blockIdx.x * block;
    const int begin = windows.first(start);
    tile.load(f, begin, n);
    __syncthreads();
    const int i = start + threadIdx.x;
    if (i < n) {
        const int first = windows.first(i);
        const int set = (i - first) * windows.points;
        df[i] = windows.exist()
                    ? tile.sum(first - begin, c, set, std::make_integer_sequence<int, 2 * R + 1>())
                    : T(0);
    }
}

template <class T, int R>
LaunchConfig launch_config(int n) {
    return {dim3((n + block - 1) / block), dim3(block)};
}
