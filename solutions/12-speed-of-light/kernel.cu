// Lab 12, speed of light: one sweep that runs nearly as fast as a copy of the grid.
// First read handouts/12-speed-of-light.md. Then fill in the parts and run: ./lab check 12
//
// A sweep has to read and write every cell once, as a copy does. Everything a kernel reads beyond
// that (halos, and planes evicted from the cache) and all the time with too few loads in flight is
// lost. So the reference solution has:
//
//   - Vectors: a thread owns 16 bytes of a row (4 floats or 2 doubles), so a warp reads and writes
//     512 consecutive bytes with one instruction.
//   - Registers: a block marches in z as in lab 07. A thread keeps its cells of the planes below,
//     here and above, and `ahead` is already being loaded while `here` is computed: two planes of
//     loads are in flight at any time.
//   - Neighbours: along x from the warp's other threads by shuffles, along y from the thread's own rows.
//     Only the cells of other warps go through shared memory.
//   - Exact loads: every cell of the tile and of its halo is loaded once per block and plane, by one
//     thread. L1 could serve the neighbours too, but the warps of a block drift apart and then miss.
//   - Whole rows: the cells k = 0 and k = n-1 are written with the value that they already hold.
//     Stores then cover whole 32-byte sectors; a partly written sector costs a memory read.
//   - Two blocks on a multiprocessor: while one waits at its barrier, the other one loads.
//   - Short marches: on long marches blocks drift apart, and the halo that a neighbour has just read
//     is no longer in L2 when they need it.
//
// A small grid stays in the L2 cache. There the kernel's launch and one round trip to L2 take most
// of the time, so the solution does not march. And with programmatic dependent launch (from compute
// capability 9.0 on) the next sweep's blocks start while this sweep still runs. They do all that needs
// no input, then wait.

#include "lab.cuh"

// >>> your part 1: the kernel
// The vector of 16 bytes that holds cells of a row.
template <class Element>
struct Vector;

template <>
struct Vector<float> {
    using type = float4;
    static constexpr int WIDTH = 4;
};

template <>
struct Vector<double> {
    using type = double2;
    static constexpr int WIDTH = 2;
};

constexpr int VECTOR = Vector<LAB_ELEMENT>::WIDTH;

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

// WIDTH neighbouring cells of a row. Of width VECTOR if rows start at multiples of 16 bytes, which
// takes an n divisible by VECTOR; of width 1 otherwise.
template <int WIDTH, class Element = LAB_ELEMENT>
struct Cells {
    Element cell[WIDTH];

    static __device__ Cells load(const Element* from) {
        Cells cells;
        if constexpr (WIDTH == 1) {
            cells.cell[0] = *from;
        } else {
            const auto vector = *reinterpret_cast<const typename Vector<Element>::type*>(from);
            cells.cell[0] = vector.x;
            cells.cell[1] = vector.y;
            if constexpr (WIDTH == 4) {
                cells.cell[2] = vector.z;
                cells.cell[3] = vector.w;
            }
        }
        return cells;
    }

    __device__ void store(Element* to) const {
        if constexpr (WIDTH == 1) {
            *to = cell[0];
        } else {
            typename Vector<Element>::type vector;
            vector.x = cell[0];
            vector.y = cell[1];
            if constexpr (WIDTH == 4) {
                vector.z = cell[2];
                vector.w = cell[3];
            }
            *reinterpret_cast<typename Vector<Element>::type*>(to) = vector;
        }
    }
};

// The stencil for the cells `here`. left and right are the cells next to them; the others are whole
// neighbouring vectors. A cell at a row's end is not an interior cell: it keeps its value.
template <int WIDTH>
__device__ Cells<WIDTH> sum(const Cells<WIDTH>& here, LAB_ELEMENT left, LAB_ELEMENT right,
                            const Cells<WIDTH>& north, const Cells<WIDTH>& south,
                            const Cells<WIDTH>& below, const Cells<WIDTH>& above, bool row_begins,
                            bool row_ends) {
    Cells<WIDTH> sums;
#pragma unroll
    for (int x = 0; x < WIDTH; ++x) {
        LAB_ELEMENT value = c[5] * below.cell[x];
        value += c[0] * here.cell[x];
        value += c[1] * (x == 0 ? left : here.cell[x == 0 ? 0 : x - 1]);
        value += c[2] * (x == WIDTH - 1 ? right : here.cell[x == WIDTH - 1 ? 0 : x + 1]);
        value += c[3] * north.cell[x];
        value += c[4] * south.cell[x];
        value += c[6] * above.cell[x];
        sums.cell[x] = value;
    }
    if (row_begins) {
        sums.cell[0] = here.cell[0];
    }
    if (row_ends) {
        sums.cell[WIDTH - 1] = here.cell[WIDTH - 1];
    }
    return sums;
}

// ---- Large grids: the march -------------------------------------------------------------------

constexpr int ROWS = 2;   // rows of a thread, adjacent along y
constexpr int WARPS = 16; // of a block

// A block of WARPS_X warps along x and WARPS / WARPS_X along y sweeps a tile of X cells by Y rows.
template <int WIDTH, int WARPS_X>
struct Tile {
    static constexpr int X = WARPS_X * LANES * WIDTH;
    static constexpr int THREADS_Y = WARPS / WARPS_X;
    static constexpr int Y = THREADS_Y * ROWS;

    // Threads exchange a plane's cells through shared memory. There are two of each array:
    // while one plane is read, the next one is written, so one barrier per plane is
    // enough.
    // Edge rows: the rim's row before the tile, of each row of threads its first and its last row,
    // and the rim's row behind the tile.
    using EdgeRows = LAB_ELEMENT[2 * THREADS_Y + 2][X];
    // Ends of a row of warps: [2w] is the cell left of warp w, [2w + 1] warp w's first cell. So the
    // cell right of warp w is [2w + 3].
    using Ends = LAB_ELEMENT[Y][2 * WARPS_X + 2];
};

template <int WIDTH, int WARPS_X>
__device__ __forceinline__ void sweep_march(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n,
                                            int planes, LAB_ELEMENT* edge_memory,
                                            LAB_ELEMENT* end_memory) {
    using Block = Tile<WIDTH, WARPS_X>;
    constexpr int THREADS = WARPS * LANES;
    constexpr int X = Block::X;
    constexpr int Y = Block::Y;
    constexpr int LAST_EDGE = 2 * Block::THREADS_Y + 1;
    constexpr int RIM = (2 * X + THREADS - 1) / THREADS; // rim cells of a thread
    static_assert(2 * Y <= THREADS, "the rim's columns are loaded by one thread a cell");
    auto* edges = reinterpret_cast<typename Block::EdgeRows*>(edge_memory);
    auto* ends = reinterpret_cast<typename Block::Ends*>(end_memory);

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int thread = ty * WARPS_X * LANES + tx;
    const int lane = tx & (LANES - 1);
    const int warp = tx >> 5;

    const int tile_k = blockIdx.x * X; // the tile's first cell and row
    const int tile_j = 1 + blockIdx.y * Y;
    const int k = tile_k + tx * WIDTH;
    const int near_k = min(k, n - WIDTH);
    const int j = tile_j + ty * ROWS;
    const int begin = 1 + blockIdx.z * planes;
    const int first = max(begin, 1); // planes first .. last - 1
    const int last = min(begin + planes, n - 1);
    const int plane_size = n * n;

    const bool row_begins = k == 0;
    const bool row_ends = k + WIDTH >= n;
    const bool has_cells = k < n;

    // Positions in a plane. Threads beyond the grid load the last cells instead of their own: that
    // costs nothing (the cells are in the cache), and no load in the march needs a condition.
    int own[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        own[r] = min(j + r, n - 1) * n + near_k;
    }
    // All threads load the rim's two rows, cell by cell: that takes one or two registers each,
    // where one row of warps loading vectors would need four.
    int rim[RIM];
#pragma unroll
    for (int r = 0; r < RIM; ++r) {
        const int cell = min(thread + r * THREADS, 2 * X - 1);
        const int cell_k = min(tile_k + cell % X, n - 1);
        rim[r] = (cell < X ? max(tile_j - 1, 0) : min(tile_j + Y, n - 1)) * n + cell_k;
    }
    // And its two columns: thread 2y loads the cell left of row y, thread 2y + 1 the one right of it.
    const int side_j = min(tile_j + thread / 2, n - 1);
    const int side_k = thread & 1 ? tile_k + X : tile_k - 1;
    const bool has_side = thread < 2 * Y && side_k >= 0 && side_k < n;
    const int side = side_j * n + side_k;

    const LAB_ELEMENT* plane = in + first * plane_size;
    LAB_ELEMENT* out_plane = out + first * plane_size;

    // The thread's cells of the planes below, here, above and ahead; rim and side of the last two.
    enum { BELOW, HERE, ABOVE, AHEAD, PLANES };

    Cells<WIDTH> cells[PLANES][ROWS];
    LAB_ELEMENT rim_cells[2][RIM], side_cell[2];
    // Beyond the grid's ends there is no cell to load. The sums there are not kept, but their lanes
    // read initialized values.
    if (thread < 2 * Y && !has_side) {
        ends[0][thread / 2][thread & 1 ? 2 * WARPS_X + 1 : 0] = 0;
        ends[1][thread / 2][thread & 1 ? 2 * WARPS_X + 1 : 0] = 0;
    }

    // Positions that would each take a register are recomputed where they are needed: there are 64
    // registers and none to spare.
    const auto share = [&](int buffer, const Cells<WIDTH>* rows, const LAB_ELEMENT* rim_values,
                           LAB_ELEMENT side_value) {
        rows[0].store(&edges[buffer][1 + 2 * ty][tx * WIDTH]);
        rows[ROWS - 1].store(&edges[buffer][2 + 2 * ty][tx * WIDTH]);
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            const int cell = thread + r * THREADS;
            if (RIM * THREADS == 2 * X || cell < 2 * X) {
                (cell < X ? edges[buffer][0] : edges[buffer][LAST_EDGE] - X)[cell] = rim_values[r];
            }
        }
        if (lane == 0 || lane == LANES - 1) {
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                ends[buffer][ty * ROWS + r][lane == 0 ? 2 * warp + 1 : 2 * warp + 2] =
                    lane == 0 ? rows[r].cell[0] : rows[r].cell[WIDTH - 1];
            }
        }
        if (has_side) {
            ends[buffer][thread / 2][thread & 1 ? 2 * WARPS_X + 1 : 0] = side_value;
        }
    };
    const auto load = [&](const LAB_ELEMENT* from, Cells<WIDTH>* rows, LAB_ELEMENT* rim_values,
                          LAB_ELEMENT& side_value) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            rows[r] = Cells<WIDTH>::load(from + own[r]);
        }
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            rim_values[r] = from[rim[r]];
        }
        if (has_side) {
            side_value = from[side];
        }
    };

    // Before the march: below, here and above; here is shared, above is in flight.
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        cells[BELOW][r] = Cells<WIDTH>::load(plane - plane_size + own[r]);
    }
    load(plane, cells[HERE], rim_cells[0], side_cell[0]);
    share(0, cells[HERE], rim_cells[0], side_cell[0]);
    if (first + 1 <= last) {
        load(plane + plane_size, cells[ABOVE], rim_cells[0], side_cell[0]);
    }
    __syncthreads();

    int buffer = 0;
    for (int i = first; i < last; ++i) {
        if (i + 2 <= last) {
            load(plane + 2 * plane_size, cells[AHEAD], rim_cells[1], side_cell[1]);
        }

        // The rows before and behind the thread's own: other threads' last and first row.
        Cells<WIDTH> before = Cells<WIDTH>::load(&edges[buffer][2 * ty][tx * WIDTH]);
        const Cells<WIDTH> behind = Cells<WIDTH>::load(&edges[buffer][3 + 2 * ty][tx * WIDTH]);
        const LAB_ELEMENT* beside = &ends[buffer][ty * ROWS][lane == 0 ? 2 * warp : 2 * warp + 3];
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const Cells<WIDTH>& here = cells[HERE][r];
            LAB_ELEMENT left = __shfl_up_sync(ALL_LANES, here.cell[WIDTH - 1], 1);
            LAB_ELEMENT right = __shfl_down_sync(ALL_LANES, here.cell[0], 1);
            if (lane == 0) {
                left = beside[r * (2 * WARPS_X + 2)];
            }
            if (lane == LANES - 1) {
                right = beside[r * (2 * WARPS_X + 2)];
            }
            const Cells<WIDTH>& north = r == 0 ? before : cells[HERE][r == 0 ? 0 : r - 1];
            const Cells<WIDTH>& south =
                r == ROWS - 1 ? behind : cells[HERE][r == ROWS - 1 ? 0 : r + 1];
            const Cells<WIDTH> sums = sum(here, left, right, north, south, cells[BELOW][r],
                                          cells[ABOVE][r], row_begins, row_ends);
            if (has_cells && j + r <= n - 2) {
                sums.store(out_plane + own[r]);
            }
        }

        // The next plane goes to the other buffer. Its last readers finished before the barrier of
        // the previous step.
        buffer ^= 1;
        share(buffer, cells[ABOVE], rim_cells[0], side_cell[0]);
        __syncthreads();

        // One step up.
#pragma unroll
        for (int p = BELOW; p < AHEAD; ++p) {
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                cells[p][r] = cells[p + 1][r];
            }
        }
        side_cell[0] = side_cell[1];
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            rim_cells[0][r] = rim_cells[1][r];
        }
        plane += plane_size;
        out_plane += plane_size;
    }
}

// Programmatic dependent launch, which launch_config() asks for; else neither of the two has an effect.
// Once every block of this kernel has called it, blocks of the next kernel may start where there is room.
__device__ void let_next_kernel_start() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// Waits until the kernel before has ended and its stores can be seen. Before this no global memory may
// be touched: the input isn't there yet, and the output is still being read.
__device__ void wait_for_last_kernel() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

// ---- Small grids: all at once -----------------------------------------------------------------

constexpr int SMALL_THREADS = 288;
constexpr int SMALL_PLANES = sizeof(LAB_ELEMENT) == 4 ? 3 : 4; // planes of a thread
constexpr int SMALL_MOST = 160;                                // the largest n that counts as small

__host__ __device__ constexpr bool is_small(int n) {
    return n <= SMALL_MOST && n % VECTOR == 0;
}

// A thread computes one vector of cells in SMALL_PLANES planes. It requests all its cells at once, so a
// sweep takes little longer than one round trip to L2, and at n = 120 all blocks run at the same time.
__device__ void sweep_small(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    // Rows are laid end to end, so that no lanes idle past a short row's end: thread t has vector t
    // % (n / VECTOR) of its row.
    const int vectors = n / VECTOR;
    const int place = static_cast<int>(blockIdx.x) * SMALL_THREADS + static_cast<int>(threadIdx.x);
    const int lane = threadIdx.x % LANES;
    const int k = place % vectors * VECTOR;
    const int j = place / vectors + 1;
    const int first = static_cast<int>(blockIdx.y) * SMALL_PLANES + 1;
    const bool row_begins = k == 0;
    const bool row_ends = k + VECTOR == n;
    const int plane_size = n * n;
    const int own = min(j, n - 2) * n + k; // every lane takes part in the shuffles

    wait_for_last_kernel();
    Cells<VECTOR> cells[SMALL_PLANES + 2], north[SMALL_PLANES], south[SMALL_PLANES];
    LAB_ELEMENT beside[SMALL_PLANES]; // first lane: the cell on its left; last lane: on its right
#pragma unroll
    for (int p = 0; p < SMALL_PLANES + 2; ++p) {
        cells[p] = Cells<VECTOR>::load(in + min(first - 1 + p, n - 1) * plane_size + own);
    }
#pragma unroll
    for (int p = 0; p < SMALL_PLANES; ++p) {
        const LAB_ELEMENT* at = in + min(first + p, n - 1) * plane_size + own;
        north[p] = Cells<VECTOR>::load(at - n);
        south[p] = Cells<VECTOR>::load(at + n);
        beside[p] = 0;
        if ((lane == 0 && !row_begins) || (lane == LANES - 1 && !row_ends)) {
            beside[p] = at[lane == 0 ? -1 : VECTOR];
        }
    }
#pragma unroll
    for (int p = 0; p < SMALL_PLANES; ++p) {
        const Cells<VECTOR>& here = cells[p + 1];
        LAB_ELEMENT left = __shfl_up_sync(ALL_LANES, here.cell[VECTOR - 1], 1);
        LAB_ELEMENT right = __shfl_down_sync(ALL_LANES, here.cell[0], 1);
        if (lane == 0) {
            left = beside[p];
        }
        if (lane == LANES - 1) {
            right = beside[p];
        }
        const auto sums = sum(here, left, right, north[p], south[p], cells[p], cells[p + 2],
                              row_begins, row_ends);
        if (j <= n - 2 && first + p <= n - 2) {
            sums.store(out + (first + p) * plane_size + own);
        }
    }
}

// ---- The kernel -------------------------------------------------------------------------------

// How many planes a block marches. At n = 512 a float grid's planes are split into eight parts: the
// blocks then fill the GPU almost exactly twice. Larger planes need shorter marches, or blocks
// drift further apart than L2 can hold.
__host__ __device__ constexpr int march_planes(int n) {
    const int parts = sizeof(LAB_ELEMENT) == 4 ? (n <= 256 ? 12 : 8) : (n <= 256 ? 8 : 12);
    const int longest = sizeof(LAB_ELEMENT) == 4 ? (n > 768 ? 10 : 64) : 64;
    const int planes = (n - 2 + parts - 1) / parts;
    return planes < longest ? planes : longest;
}

// Elements of the shared arrays of the tile that needs most: with vectors four warps wide, or two.
constexpr int MOST_EDGES = 40960 / sizeof(LAB_ELEMENT);
constexpr int MOST_ENDS = 192;
static_assert(2 * sizeof(Tile<VECTOR, 4>::EdgeRows) <= 40960 &&
              2 * sizeof(Tile<VECTOR, 2>::EdgeRows) <= 40960);
static_assert(2 * sizeof(Tile<VECTOR, 4>::Ends) <= MOST_ENDS * sizeof(LAB_ELEMENT) &&
              2 * sizeof(Tile<VECTOR, 2>::Ends) <= MOST_ENDS * sizeof(LAB_ELEMENT));

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void __launch_bounds__(WARPS* LANES, 2)
    stencil_kernel(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    // Two arrays instead of one split by a cast: the compiler then knows that they do not overlap
    // and may move loads past stores. That is worth 3 % of the copy's speed.
    __shared__ __align__(16) LAB_ELEMENT edges[MOST_EDGES];
    __shared__ LAB_ELEMENT ends[MOST_ENDS];
    let_next_kernel_start();
    if (is_small(n)) {
        sweep_small(in, out, n); // waits as late as it can
        return;
    }
    wait_for_last_kernel();
    if (n % VECTOR != 0) {
        sweep_march<1, 4>(in, out, n, march_planes(n), edges, ends);
    } else if (blockDim.x == 4 * LANES) {
        sweep_march<VECTOR, 4>(in, out, n, march_planes(n), edges, ends);
    } else {
        sweep_march<VECTOR, 2>(in, out, n, march_planes(n), edges, ends);
    }
}

template <int WIDTH, int WARPS_X>
LaunchConfig march_config(int n) {
    using Block = Tile<WIDTH, WARPS_X>;
    const int planes = march_planes(n);
    return {dim3((n + Block::X - 1) / Block::X, (n - 2 + Block::Y - 1) / Block::Y,
                 (n - 2 + planes - 1) / planes),
            dim3(WARPS_X * LANES, WARPS / WARPS_X)};
}

// <<< your part 1

// >>> your part 2: the launch
LaunchConfig launch_config(int n) {
    if (is_small(n)) {
        return {dim3(((n - 2) * (n / VECTOR) + SMALL_THREADS - 1) / SMALL_THREADS,
                     (n - 2 + SMALL_PLANES - 1) / SMALL_PLANES),
                dim3(SMALL_THREADS), 0, true};
    }
    if (n % VECTOR != 0) {
        return march_config<1, 4>(n);
    }
    // A tile is two warps wide where that covers a row.
    return n <= Tile<VECTOR, 2>::X ? march_config<VECTOR, 2>(n) : march_config<VECTOR, 4>(n);
}

// <<< your part 2
