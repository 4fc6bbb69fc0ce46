// Lab 14, several GPUs: kernel.cu at the speed of memory, to measure how it scales. What crosses the cuts, and the
// flags, are the same. New is how a plane is computed, as in lab 12:
//
//   - Vectors: a thread owns four cells of a row, where rows begin at multiples of 16 bytes.
//   - Registers: it marches up in z and keeps its cells of the planes below, here and above; `ahead` is already being
//     loaded while `here` is computed.
//   - Neighbours along x come from the lanes beside it, along y from the L1 cache.
//   - Whole rows: the boundary cells at a row's ends are written with the value that they hold.

#include "lab.cuh"

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;
constexpr int ROWS = 4;  // of a block
constexpr int DEPTH = 8; // planes that a block computes, one after the other, away from the cuts

// WIDTH neighbouring cells of a row: 4 where n is a multiple of 4, else 1.
template <int WIDTH>
struct Cells {
    float cell[WIDTH];

    static __device__ Cells load(const float* from) {
        Cells cells;
        if constexpr (WIDTH == 1) {
            cells.cell[0] = *from;
        } else {
            const float4 vector = *reinterpret_cast<const float4*>(from);
            cells.cell[0] = vector.x;
            cells.cell[1] = vector.y;
            cells.cell[2] = vector.z;
            cells.cell[3] = vector.w;
        }
        return cells;
    }

    __device__ void store(float* to) const {
        if constexpr (WIDTH == 1) {
            *to = cell[0];
        } else {
            *reinterpret_cast<float4*>(to) = {cell[0], cell[1], cell[2], cell[3]};
        }
    }
};

// Planes `first` to `last` of the slab; what lies beside a cut is stored twice.
template <int WIDTH>
__device__ void march(const Slab& own, const Slab& below, const Slab& above, int n, int first,
                      int last) {
    const int lane = static_cast<int>(threadIdx.x);
    const int k = (static_cast<int>(blockIdx.x) * LANES + lane) * WIDTH;
    const int j = static_cast<int>(blockIdx.y) * ROWS + static_cast<int>(threadIdx.y) + 1;
    const bool has_cells = j <= n - 2 && k < n;
    const bool row_begins = k == 0;
    const bool row_ends = k + WIDTH >= n;
    // Threads beyond the grid load the last cells instead of their own: then no load needs a condition.
    const int near_k = min(k, n - WIDTH);
    const int in_plane = min(j, n - 2) * n + near_k;
    const int plane = n * n;

    const float* in = own.in + first * plane + in_plane;
    auto lower = Cells<WIDTH>::load(in - plane);
    auto here = Cells<WIDTH>::load(in);
    auto upper = Cells<WIDTH>::load(in + plane);
    for (int p = first; p <= last; ++p) {
        const auto ahead = p < last ? Cells<WIDTH>::load(in + 2 * plane) : upper;
        const auto north = Cells<WIDTH>::load(in - n);
        const auto south = Cells<WIDTH>::load(in + n);
        float left = __shfl_up_sync(ALL_LANES, here.cell[WIDTH - 1], 1);
        float right = __shfl_down_sync(ALL_LANES, here.cell[0], 1);
        if (lane == 0 && near_k > 0) {
            left = in[-1];
        }
        if (lane == LANES - 1 && near_k + WIDTH < n) {
            right = in[WIDTH];
        }
        Cells<WIDTH> sums;
#pragma unroll
        for (int x = 0; x < WIDTH; ++x) {
            float sum = c[0] * here.cell[x];
            sum += c[1] * (x == 0 ? left : here.cell[x == 0 ? 0 : x - 1]);
            sum += c[2] * (x == WIDTH - 1 ? right : here.cell[x == WIDTH - 1 ? 0 : x + 1]);
            sum += c[3] * north.cell[x] + c[4] * south.cell[x];
            sum += c[5] * lower.cell[x] + c[6] * upper.cell[x];
            sums.cell[x] = sum;
        }
        if (row_begins) {
            sums.cell[0] = here.cell[0];
        }
        if (row_ends) {
            sums.cell[WIDTH - 1] = here.cell[WIDTH - 1];
        }
        if (has_cells) {
            sums.store(own.out + p * plane + in_plane);
            if (p == 1 && below.planes > 0) {
                sums.store(below.out + (below.planes + 1) * plane + in_plane);
            }
            if (p == own.planes && above.planes > 0) {
                sums.store(above.out + in_plane);
            }
        }
        lower = here;
        here = upper;
        upper = ahead;
        in += plane;
    }
}

__global__ void __launch_bounds__(LANES* ROWS)
    slab_kernel(Slab own, Slab below, Slab above, int n, int sweep) {
    const bool first_thread = threadIdx.x == 0 && threadIdx.y == 0;
    int first = 1;
    int last = 1;
    const int layer = static_cast<int>(blockIdx.z);
    if (layer == 1) {
        first = own.planes > 1 ? own.planes : 2;
        last = own.planes;
    } else if (layer > 1) {
        first = 2 + (layer - 2) * DEPTH;
        last = min(first + DEPTH, own.planes) - 1;
    }
    if (first > last) {
        return; // a slab with fewer planes than the highest
    }
    const bool beside_below = first == 1 && below.planes > 0;
    const bool beside_above = last == own.planes && above.planes > 0;
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
    if (n % 4 == 0) {
        march<4>(own, below, above, n, first, last);
    } else {
        march<1>(own, below, above, n, first, last);
    }
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
}

LaunchConfig launch_config(int n, int planes) {
    const int width = n % 4 == 0 ? 4 : 1;
    const int layers = planes > 2 ? 2 + (planes - 2 + DEPTH - 1) / DEPTH : 2;
    const dim3 grid((n + LANES * width - 1) / (LANES * width), (n - 2 + ROWS - 1) / ROWS, layers);
    LaunchConfig config{grid, dim3(LANES, ROWS, 1)};
    config.by_flags = true;
    return config;
}
