// Lab 13, time stepping: STEPS sweeps in one launch (temporal blocking), for compute capability 9.0.
//
// The design is that of kernel.cu, and so is what both do alike: vectors, one level's step, how many
// planes a block marches. Two features of Hopper take work off the threads:
//
//   - Bulk copies: the copy engine loads the input's planes into a ring in shared memory, three planes
//     ahead. Loads in flight need no registers, and moving them needs no instructions.
//   - A split barrier (mbarrier): a warp signals that it has written its edge rows, computes the
//     next step's level 1, and only then waits for the others. __syncthreads can't be split like that.
//
// The rest saves instructions, which are the limit: of about 740 per step and thread 448 are the
// sums. Hence incremented addresses, one condition for four rows, and three unrolled steps.

#include "lab.cuh"

#include <cuda_pipeline.h>

#include <type_traits>

namespace portable {
#define stencil_kernel portable_kernel // there is one kernel of the lab's name
#include "kernel.cu"
#undef stencil_kernel
} // namespace portable

using portable::advance;
using portable::Boundary;
using portable::ceil_div;
using portable::Cells;
using portable::LANES;
using portable::LEVELS;
using portable::march_planes;
using portable::OUT_Y;
using portable::ROWS;
using portable::STEPS;
using portable::takes_vectors;
using portable::TILE_Y;
using portable::VECTOR;
using portable::WARPS;

// The planes of the ring: level 1's, p - 2 to p, and two more; the slot of plane p - 3 is free again.
constexpr int RING = 5;

template <int WIDTH>
struct Tile : portable::Tile<WIDTH> {
    using portable::Tile<WIDTH>::X;

    // What the threads of a block share.
    struct Shared {
        LAB_ELEMENT planes[RING][TILE_Y][X];       // the newest planes of the input
        LAB_ELEMENT edges[2][LEVELS][WARPS][2][X]; // first and last row of each warp, twice:
                                                   // one is read, the other one is written
        unsigned long long arrived[RING];          // mbarriers: a plane has arrived
        unsigned long long done;                   // mbarrier: all warps are done with a step
    };
};

// ---- mbarriers and bulk copies. Each phase of an mbarrier ends when it has got all its arrivals and
// bytes; a waiting thread names the phase by its parity, 0, 1, 0, ...

#if __CUDA_ARCH__ >= 900
__device__ unsigned shared_address(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void barrier_init(unsigned long long& barrier, unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
                 "r"(arrivals)
                 : "memory");
}

// Makes the new barriers known to the copy engine.
__device__ void barriers_ready() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void barrier_arrive(unsigned long long& barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier))
                 : "memory");
}

__device__ void barrier_arrive_expecting(unsigned long long& barrier, unsigned bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
        "r"(bytes)
        : "memory");
}

__device__ void barrier_wait(unsigned long long& barrier, unsigned parity) {
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra AGAIN;\n"
                 "}" ::"r"(shared_address(&barrier)),
                 "r"(parity)
                 : "memory");
}

// Copies `bytes`, a multiple of 16, from global to shared memory; both ends at multiples of 16 bytes.
__device__ void bulk_copy(LAB_ELEMENT* to, const LAB_ELEMENT* from, unsigned bytes,
                          unsigned long long& barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(&barrier))
        : "memory");
}
#else // so that other compilation passes find the names; the kernel needs 9.0
__device__ void barrier_init(unsigned long long&, unsigned) {}

__device__ void barriers_ready() {}

__device__ void barrier_arrive(unsigned long long&) {}

__device__ void barrier_arrive_expecting(unsigned long long&, unsigned) {}

__device__ void barrier_wait(unsigned long long&, unsigned) {}

__device__ void bulk_copy(LAB_ELEMENT*, const LAB_ELEMENT*, unsigned, unsigned long long&) {}
#endif

// The march of a block, `planes` output planes long.
template <int WIDTH>
__device__ void march(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n, int planes,
                      typename Tile<WIDTH>::Shared& shared) {
    constexpr bool ANY = WIDTH == 1; // any n; otherwise a tile fits into the grid and n % 4 == 0
    constexpr int X = Tile<WIDTH>::X;
    const int lane = threadIdx.x;
    const int warp = threadIdx.y;
    const long long plane_size = static_cast<long long>(n) * n;

    // The outputs, and the thread's first cell. A tile that would stick out of the grid is moved in.
    const int out_k = static_cast<int>(blockIdx.x) * Tile<WIDTH>::OUT_X;
    const int out_j = static_cast<int>(blockIdx.y) * OUT_Y;
    const int tile_k = max(min(out_k - Tile<WIDTH>::OVERLAP, n - X), 0);
    const int k = tile_k + lane * WIDTH;
    const int j = max(min(out_j - STEPS, n - TILE_Y), 0) + warp * ROWS;
    const int out_first = static_cast<int>(blockIdx.z) * planes; // output planes
    const int out_last = min(out_first + planes, n) - 1;
    const int first = max(out_first - STEPS, 0); // input planes
    const int last = min(out_last + STEPS, n - 1);

    Boundary boundary;
    boundary.first_cell = k == 0;
    boundary.last_cell = k + WIDTH >= n;
    bool writes[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        boundary.row[r] = j + r == 0 || j + r >= n - 1;
        // Since ROWS divides n and OUT_Y, all rows of a thread are written or none. The boundary is
        // written as well, with the value that it keeps.
        const int row = ANY ? j + r : j;
        writes[r] = k >= out_k && k < out_k + Tile<WIDTH>::OUT_X && row >= out_j &&
                    row < out_j + OUT_Y && k < n && row < n;
    }

    // Offsets in shared memory. The tile's first warp has none before it and the last none behind
    // it: they use a row of theirs, as the outermost rows are wrong or on the boundary anyway.
    constexpr int PLANE = TILE_Y * X;
    constexpr int LEVEL = WARPS * 2 * X;
    constexpr int EDGES = LEVELS * LEVEL;
    LAB_ELEMENT* const my_cells = &shared.planes[0][warp * ROWS][lane * WIDTH];
    LAB_ELEMENT* const my_edges = &shared.edges[0][0][warp][0][lane * WIDTH];
    const LAB_ELEMENT* const edge_before = &shared.edges[0][0][max(warp - 1, 0)][1][lane * WIDTH];
    const LAB_ELEMENT* const edge_behind =
        &shared.edges[0][0][min(warp + 1, WARPS - 1)][0][lane * WIDTH];
    const int to_before = warp == 0 ? 0 : -X;
    const int to_behind = warp == WARPS - 1 ? (ROWS - 1) * X : ROWS * X;

    // Levels 1 to 3, all zero before the march.
    Cells<WIDTH> sum[LEVELS][ROWS] = {};
    Cells<WIDTH> here[LEVELS][ROWS] = {};
#pragma unroll
    for (int s = 0; s < LEVELS; ++s) {
        here[s][0].store(my_edges + s * LEVEL);
        here[s][0].store(my_edges + s * LEVEL + X);
    }
    const bool leads = lane == 0 && warp == 0;
    if (leads) {
        for (auto& barrier : shared.arrived) {
            barrier_init(barrier, 1);
        }
        barrier_init(shared.done, WARPS);
        barriers_ready();
    }
    __syncthreads();

    // Loads the next plane into slot `place` of the ring: each of a warp's first lanes copies one
    // of its rows. One thread announces the bytes of all.
    const LAB_ELEMENT* next_rows = in + first * plane_size + (j + min(lane, ROWS - 1)) * n + tile_k;
    LAB_ELEMENT* const my_row = &shared.planes[0][warp * ROWS + min(lane, ROWS - 1)][0];
    int next = first;
    const auto fetch = [&](int place) {
        if (leads) {
            barrier_arrive_expecting(shared.arrived[place / PLANE], PLANE * sizeof(LAB_ELEMENT));
        }
        if (lane < ROWS) {
            bulk_copy(my_row + place, next_rows, X * sizeof(LAB_ELEMENT),
                      shared.arrived[place / PLANE]);
        }
        next_rows += plane_size;
        ++next;
    };
    if constexpr (!ANY) {
        for (int place = 0; place < RING && next <= last; ++place) {
            fetch(place * PLANE);
        }
    }
    const auto step_done = [&] { // the first half of the barrier
        __syncwarp();
        if (lane == 0) {
            barrier_arrive(shared.done);
        }
    };
    step_done();

    // Places of planes p, p - 1, p - 2 and p - 3 of the input.
    int at = 0, at_here = 4 * PLANE, at_below = 3 * PLANE, at_free = 2 * PLANE;
    static_assert(RING == 5, "the ring's places are named one by one");
    int slot = 0;             // the index of `at`
    unsigned arrived_now = 0; // parities
    unsigned done_now = 0;
    int edges = 0; // the buffer of edge rows to read
    LAB_ELEMENT* written = out + (first - STEPS) * plane_size + j * n + k;

    // Processes plane p of the input. CHECKED: near an end of the march, where planes are missing
    // and cells keep their values; in between no checks are needed.
    const auto step = [&](int p, auto checked) {
        constexpr bool CHECKED = decltype(checked)::value;
        const auto at_end = [&](int plane) { return CHECKED && (plane <= first || plane >= last); };
        if (!CHECKED || p <= last) {
            if constexpr (ANY) { // rows aren't aligned: every thread copies its own cells
                for (int r = 0; r < ROWS; ++r) {
                    my_cells[at + r * X] =
                        in[p * plane_size + min(j + r, n - 1) * n + min(k, n - 1)];
                }
                __syncthreads(); // in the next step other warps read them before they wait
            } else {
                barrier_wait(shared.arrived[slot], arrived_now);
            }
        }

        // Level 1. Own cells replace those of missing planes: at an end, cells keep their values.
        Cells<WIDTH> a[ROWS], b[ROWS];
        {
            const bool has_here = !CHECKED || p - 1 >= first;
            const bool has_below = !CHECKED || p - 2 >= first;
            const bool has_above = !CHECKED || p <= last;
            const LAB_ELEMENT* from_above = my_cells + (has_above ? at : at_here);
            const LAB_ELEMENT* from_here = my_cells + (has_here ? at_here : at);
            const LAB_ELEMENT* from_below = my_cells + (has_below ? at_below : at);
            Cells<WIDTH> sum0[ROWS], here0[ROWS], above0[ROWS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                sum0[r] = Cells<WIDTH>::load(from_below + r * X);
                here0[r] = Cells<WIDTH>::load(from_here + r * X);
                above0[r] = Cells<WIDTH>::load(from_above + r * X);
#pragma unroll
                for (int x = 0; x < WIDTH; ++x) {
                    sum0[r].cell[x] *= c[5];
                }
            }
            advance<WIDTH, ANY>(sum0, here0, above0, from_here + (has_here ? to_before : 0),
                                from_here + (has_here ? to_behind : 0), a, boundary, at_end(p - 1));
        }

        // The second half: all warps are done with step p - 1. So their edge rows can be read, and
        // no thread needs input plane p - 3 any more.
        barrier_wait(shared.done, done_now);
        done_now ^= 1;
        if constexpr (!ANY) {
            if (p > first + 2 && next <= last) {
                fetch(at_free);
            }
        }
        const int from = edges;
        advance<WIDTH, ANY>(sum[0], here[0], a, edge_before + from, edge_behind + from, b, boundary,
                            at_end(p - 2));
        advance<WIDTH, ANY>(sum[1], here[1], b, edge_before + from + LEVEL,
                            edge_behind + from + LEVEL, a, boundary, at_end(p - 3));
        advance<WIDTH, ANY>(sum[2], here[2], a, edge_before + from + 2 * LEVEL,
                            edge_behind + from + 2 * LEVEL, b, boundary, at_end(p - 4));

        // The other buffer was read in step p - 1, and all warps are done with that one.
        edges = EDGES - edges;
#pragma unroll
        for (int s = 0; s < LEVELS; ++s) {
            here[s][0].store(my_edges + edges + s * LEVEL);
            here[s][ROWS - 1].store(my_edges + edges + s * LEVEL + X);
        }
        step_done();

        if (p - STEPS >= out_first && (!CHECKED || p - STEPS <= out_last)) {
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                if (writes[ANY ? r : 0]) {
                    b[r].store(written + r * n);
                }
            }
        }
        written += plane_size;
        at_free = at_below;
        at_below = at_here;
        at_here = at;
        at = at == (RING - 1) * PLANE ? 0 : at + PLANE;
        slot = slot == RING - 1 ? 0 : slot + 1;
        if (slot == 0) {
            arrived_now ^= 1;
        }
    };

    static_assert(LEVELS == 3, "step() names the levels one by one");
    int p = first;
#pragma unroll 1
    for (;; ++p) {
        // Three planes per iteration: a level's registers then change roles instead of being moved.
        // (Two, five or six planes per iteration spill.)
        if (!ANY && p > first + STEPS) {
#pragma unroll 1
            for (; p + 2 <= last; p += 3) {
#pragma unroll
                for (int u = 0; u < 3; ++u) {
                    step(p + u, std::false_type());
                }
            }
        }
        if (p > out_last + STEPS) {
            break;
        }
        step(p, std::true_type());
    }
}

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void __launch_bounds__(WARPS* LANES, 1)
    stencil_kernel(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    extern __shared__ __align__(16) unsigned char shared[];
    const int parts = static_cast<int>(gridDim.z);
    const int planes = (n + parts - 1) / parts; // of a block: as few as so many parts need
    if (takes_vectors(n)) {
        march<VECTOR>(in, out, n, planes, reinterpret_cast<Tile<VECTOR>::Shared&>(shared));
    } else {
        march<1>(in, out, n, planes, reinterpret_cast<Tile<1>::Shared&>(shared));
    }
}

template <int WIDTH>
LaunchConfig march_config(int n) {
    const int tiles_x = ceil_div(n, Tile<WIDTH>::OUT_X);
    const int tiles_y = ceil_div(n, OUT_Y);
    const int parts = ceil_div(n, march_planes(n, tiles_x * tiles_y));
    return {dim3(tiles_x, tiles_y, parts), dim3(LANES, WARPS),
            sizeof(typename Tile<WIDTH>::Shared)};
}

// 192 KiB of shared memory: a launch needs cudaFuncAttributeMaxDynamicSharedMemorySize set to it.
LaunchConfig launch_config(int n) {
    return takes_vectors(n) ? march_config<VECTOR>(n) : march_config<1>(n);
}
