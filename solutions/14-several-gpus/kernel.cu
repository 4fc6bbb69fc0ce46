// Lab 14, several GPUs: the grid is cut across z, and each GPU sweeps its slab.
// First read handouts/14-several-gpus.md. Then fill in the parts and run: ./lab check 14
//
// A GPU has `planes` planes of its own and, before and after them, a ghost plane: a copy of the plane
// that its neighbour has there. The neighbour makes it: whoever computes a plane beside a cut stores it
// twice, at home and in the neighbour's memory.
//
//     GPU 1   ghost below   1   2   ...   planes   ghost above
//                             \                /
//               sends plane 1 to GPU 0, and its last one to GPU 2
//
// Every sweep is a launch on each GPU. It reads `in` and writes `out`; in the next sweep the two have
// changed places. At the ends of the grid a ghost plane holds the grid's boundary, which nobody changes,
// and there is no neighbour: its slab has 0 planes.
//
// First parts 1 to 3: then the lab passes, since no GPU begins a sweep before its neighbours have ended
// the one before. With parts 4 to 6 the kernel sees to that itself, by flags, and waits for less.

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
    const bool first_thread = threadIdx.x == 0 && threadIdx.y == 0;

    // The planes of this block: `first` to `last`; none if first > last. GPUs start blocks in the order of
    // their numbers, z slowest.
    int first = 1;
    int last = 0;
    // >>> your part 1: the planes of a block
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
    // <<< your part 1
    const bool beside_below = first <= last && first == 1 && below.planes > 0;
    const bool beside_above = first <= last && last == own.planes && above.planes > 0;

    // >>> your part 4: wait for the neighbours
    // Each block beside a cut raises the neighbour's flag by 1, in every sweep: after `sweep` sweeps all of them
    // have sent what this sweep reads, and have read what it overwrites.
    if (beside_below || beside_above) {
        const unsigned int raised = static_cast<unsigned int>(sweep) * gridDim.x * gridDim.y;
        const volatile unsigned int* flags = own.flags;
        if (first_thread) {
            while ((beside_below && flags[0] < raised) || (beside_above && flags[1] < raised)) {
            }
            __threadfence_system();
        }
        __syncthreads();
    }
    // <<< your part 4

    for (int p = first; p <= last && inner; ++p) {
        const int i = (p * n + j) * n + k;
        float sum = c[0] * own.in[i];
        // >>> your part 2: the sum
        sum += c[1] * own.in[i - 1] + c[2] * own.in[i + 1];
        sum += c[3] * own.in[i - n] + c[4] * own.in[i + n];
        sum += c[5] * own.in[i - n * n] + c[6] * own.in[i + n * n];
        // <<< your part 2
        own.out[i] = sum;
        // >>> your part 3: send
        // The neighbour below has it as its ghost plane above, and the other way round.
        if (p == 1 && below.planes > 0) {
            below.out[((below.planes + 1) * n + j) * n + k] = sum;
        }
        if (p == own.planes && above.planes > 0) {
            above.out[j * n + k] = sum;
        }
        // <<< your part 3
    }

    // >>> your part 5: tell the neighbours
    // Their flags[1] counts what comes from above, flags[0] what comes from below.
    if (beside_below || beside_above) {
        __syncthreads();
        if (first_thread) {
            __threadfence_system();
            if (beside_below) {
                atomicAdd_system(&below.flags[1], 1u);
            }
            if (beside_above) {
                atomicAdd_system(&above.flags[0], 1u);
            }
        }
    }
    // <<< your part 5
}

// For all GPUs the same; `planes` is the most that one of them has.
LaunchConfig launch_config(int n, int planes) {
    const int inner = n - 2;
    const int layers = planes > 2 ? 2 + (planes - 2 + DEPTH - 1) / DEPTH : 2;
    const dim3 grid((inner + BLOCK_X - 1) / BLOCK_X, (inner + BLOCK_Y - 1) / BLOCK_Y, layers);
    LaunchConfig config{grid, dim3(BLOCK_X, BLOCK_Y, 1)};
    // >>> your part 6: who puts the sweeps in order
    config.by_flags = true;
    // <<< your part 6
    return config;
}
