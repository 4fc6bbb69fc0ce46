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
    // TODO: blockIdx.z counts layers of blocks. A plane beside a cut must travel: let layer 0 compute plane 1
    // TODO: and layer 1 plane own.planes, so that they come first, and each further layer up to DEPTH of the
    // TODO: planes between them. launch_config() below has made room for that. A slab may have a single plane:
    // TODO: let one layer compute it, not two.
    // <<< your part 1
    const bool beside_below = first <= last && first == 1 && below.planes > 0;
    const bool beside_above = first <= last && last == own.planes && above.planes > 0;

    // >>> your part 4: wait for the neighbours
    // TODO: For later, with parts 5 and 6. Before this block reads a ghost plane, or overwrites one of a neighbour,
    // TODO: the neighbour must have sent the one and read the other. Let one thread look at own.flags until both
    // TODO: are so; all others wait for that thread. What does `sweep` say about how often a flag was raised?
    // <<< your part 4

    for (int p = first; p <= last && inner; ++p) {
        const int i = (p * n + j) * n + k;
        float sum = c[0] * own.in[i];
        // >>> your part 2: the sum
        // TODO: The centre is given. Add the six neighbours; those along z are n·n elements away, and may lie in a
        // TODO: ghost plane.
        // <<< your part 2
        own.out[i] = sum;
        // >>> your part 3: send
        // TODO: If the cell lies beside a cut, store it once more, where the neighbour looks for it in the next
        // TODO: sweep: in which plane of its `out`? Slabs differ in height by a plane. At the ends of the grid there
        // TODO: is nobody to send to.
        // <<< your part 3
    }

    // >>> your part 5: tell the neighbours
    // TODO: For later. Once all threads of this block have stored, raise a flag of the neighbour: by an atomic that
    // TODO: other GPUs see, after a fence that other GPUs see. Which of its flags is for you?
    // <<< your part 5
}

// For all GPUs the same; `planes` is the most that one of them has.
LaunchConfig launch_config(int n, int planes) {
    const int inner = n - 2;
    const int layers = planes > 2 ? 2 + (planes - 2 + DEPTH - 1) / DEPTH : 2;
    const dim3 grid((inner + BLOCK_X - 1) / BLOCK_X, (inner + BLOCK_Y - 1) / BLOCK_Y, layers);
    LaunchConfig config{grid, dim3(BLOCK_X, BLOCK_Y, 1)};
    // >>> your part 6: who puts the sweeps in order
    // TODO: For later. Once the kernel waits itself, say so: config.by_flags = true.
    // <<< your part 6
    return config;
}
