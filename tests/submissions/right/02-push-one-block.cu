// lab: 2
// what: Each value is pushed to the points that need it, with atomic additions; one block, so that a barrier orders all.
// expect: passed
// grids: 1, 2, 7, 130, 1000

#include "lab.cuh"

template <class T, int R>
__global__ void derivative(const T* f, T* df, int n, Coefficients<T, (2 * R + 1) * (2 * R + 1)> c) {
    const int points = 2 * R + 1;
    for (int target = threadIdx.x; target < n; target += blockDim.x) {
        df[target] = 0;
    }
    __syncthreads();
    if (n < points) {
        return;
    }
    for (int source = threadIdx.x; source < n; source += blockDim.x) {
        const T value = f[source];
        // Windows that hold the source begin at most 2R before it.
        for (int target = max(0, source - 2 * R); target <= min(n - 1, source + 2 * R); ++target) {
            const int window = min(max(target - R, 0), n - points);
            const int place = source - window;
            if (place >= 0 && place < points) {
                atomicAdd(&df[target], value * c[(target - window) * points + place]);
            }
        }
    }
}

template <class T, int R>
LaunchConfig launch_config(int) {
    return {dim3(1), dim3(192)};
}
