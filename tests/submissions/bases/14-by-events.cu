// What the kernels by events of mutations/14.toml are changed from: the runner puts the sweeps in order.

#include "lab.cuh"

constexpr int BLOCK_X = 32;
constexpr int BLOCK_Y = 8;
constexpr int DEPTH = 16; // planes that a block computes, one after the other, away from the cuts

// Cell (plane p, row j, column k) of a slab is element (p·n + j)·n + k; planes 0 and planes + 1 are the
// ghost planes. Sweeps count from 0.
__global__ void slab_kernel(Slab own, Slab below, Slab above, int n, int sweep) {
    const int j = static_cast<int>(blockIdx.y) * BLOCK_Y + static_cast<int>(threadIdx.y) + 1;
    const int k = static_cast<int>(blockIdx.x) * BLOCK_X + static_cast<int>(threadIdx.x) + 1;
    const bool inner = j <= n - 2 && k <= n - 2;

    // The planes of this block: `first` to `last`; none if first > last. GPUs start blocks in the order of
    // their numbers, z slowest.
    int first = 1;
    int last = 0;
    // The planes beside the cuts come first, each with blocks of its own: while the others are still computed,
    // these travel.
    const int layer = static_cast<int>(blockIdx.z);
    if (layer == 0) {
        last = 1;
    } else if (layer == 1) {
        first = own.planes > 1 ? own.planes : 2;
        last = own.planes;
    } else {
        first = 2 + (layer - 2) * DEPTH;
        last = first + DEPTH - 1 < own.planes - 1 ? first + DEPTH - 1 : own.planes - 1;
    }

    for (int p = first; p <= last && inner; ++p) {
        const int i = (p * n + j) * n + k;
        float sum = c[0] * own.in[i];
        sum += c[1] * own.in[i - 1] + c[2] * own.in[i + 1];
        sum += c[3] * own.in[i - n] + c[4] * own.in[i + n];
        sum += c[5] * own.in[i - n * n] + c[6] * own.in[i + n * n];
        own.out[i] = sum;
        // The neighbour below has it as its ghost plane above, and the other way round.
        if (p == 1 && below.planes > 0) {
            below.out[((below.planes + 1) * n + j) * n + k] = sum;
        }
        if (p == own.planes && above.planes > 0) {
            above.out[j * n + k] = sum;
        }
    }
}

// For all GPUs the same; `planes` is the most that one of them has.
LaunchConfig launch_config(int n, int planes) {
    const int inner = n - 2;
    const int layers = planes > 2 ? 2 + (planes - 2 + DEPTH - 1) / DEPTH : 2;
    const dim3 grid((inner + BLOCK_X - 1) / BLOCK_X, (inner + BLOCK_Y - 1) / BLOCK_Y, layers);
    LaunchConfig config{grid, dim3(BLOCK_X, BLOCK_Y, 1)};
    return config;
}
