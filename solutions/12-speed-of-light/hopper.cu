// Lab 12, speed of light: one sweep that runs nearly as fast as a copy of the grid.
//
// A sweep has to read every cell once and to write every cell once, as a copy has. All that a kernel
// reads beyond that (halos, and planes that fell out of the cache) and all the time in which too few
// loads are under way is lost. Hence:
//
//   - Vectors: a thread owns 16 bytes of a row (4 floats or 2 doubles), so a warp reads and writes
//     512 consecutive bytes with one instruction.
//   - Registers: a block marches in z as in lab 07. A thread keeps its cells of the planes below,
//     here and above, and `ahead` is already being loaded while `here` is computed: two planes of
//     loads are under way at any time.
//   - Neighbours: along x from the neighbouring lanes by shuffles, along y from the thread's own rows.
//     Only what other warps hold goes through shared memory.
//   - Exact loads: every cell of the tile and of its rim is loaded once per block and plane, by one
//     thread. L1 could serve the neighbours too, but the warps of a block drift apart and then miss.
//   - Whole rows: the cells k = 0 and k = n-1 are written with the value that they already hold.
//     Stores then cover whole 32-byte sectors; a sector written in part costs the memory a read.
//   - Two blocks on a multiprocessor: while one waits at its barrier, the other one loads.
//   - Short marches: blocks that march long drift apart, and the rim that a neighbour has just read
//     is no longer in L2 when they want it.
//
// A small grid stays in the L2 cache, and there the start of a kernel and one trip to L2 are most of
// the time: no march, see sweep_small(). And with programmatic dependent launch (an attribute of the
// launch, from compute capability 9.0 on) the next sweep's blocks start while this sweep still runs.
// They do all that needs no input, then wait. At n = 120, in a graph, that takes a seventh off.

#include "lab.cuh"

// The vector of 16 bytes that holds cells of a row.
template <class Element> struct Vector;
template <> struct Vector<float> {
    using type = float4;
    static constexpr int WIDTH = 4;
};
template <> struct Vector<double> {
    using type = double2;
    static constexpr int WIDTH = 2;
};
constexpr int VECTOR = Vector<LAB_ELEMENT>::WIDTH;

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

// WIDTH neighbouring cells of a row. Of width VECTOR if rows start at multiples of 16 bytes, which
// takes an n divisible by VECTOR; of width 1 otherwise.
template <int WIDTH, class Element = LAB_ELEMENT> struct Cells {
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

// The stencil for the cells `here`. left and right are the cells beside them, the others their
// neighbours in whole. The cell at a row's end is no interior cell: it keeps its value.
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

constexpr int ROWS = 2;   // rows of a thread, one beside the other along y
constexpr int WARPS = 16; // of a block

// The tile of a block of WARPS_X warps along x and WARPS / WARPS_X along y, and what it shares.
template <int WIDTH, int WARPS_X> struct Tile {
    static constexpr int X = WARPS_X * LANES * WIDTH;
    static constexpr int Y = WARPS / WARPS_X * ROWS;

    // What one thread has and another one needs of a plane. There are two of each: while one plane
    // is read, the next one is written, so that one barrier a plane is enough.
    // rows: the tile's rows, the rim's row before it and the one behind it.
    LAB_ELEMENT rows[2][Y + 2][X];
    // ends[y][2w]: the cell left of warp w; ends[y][2w + 1]: warp w's first cell. So the cell right
    // of warp w is ends[y][2w + 3].
    LAB_ELEMENT ends[2][Y][2 * WARPS_X + 2];
};

template <int WIDTH, int WARPS_X>
__device__ void sweep_march(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n, int planes,
                            Tile<WIDTH, WARPS_X>& tile) {
    constexpr int THREADS = WARPS * LANES;
    constexpr int TILE_X = Tile<WIDTH, WARPS_X>::X;
    constexpr int TILE_Y = Tile<WIDTH, WARPS_X>::Y;
    constexpr int RIM = (2 * TILE_X + THREADS - 1) / THREADS; // rim cells of a thread
    auto& rows = tile.rows;
    auto& ends = tile.ends;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int thread = ty * WARPS_X * LANES + tx;
    const int lane = tx % LANES;
    const int warp = tx / LANES;

    const int tile_k = static_cast<int>(blockIdx.x) * TILE_X; // the tile's first cell and row
    const int tile_j = static_cast<int>(blockIdx.y) * TILE_Y + 1;
    const int k = tile_k + tx * WIDTH;
    const int j = tile_j + ty * ROWS;
    const int first = static_cast<int>(blockIdx.z) * planes + 1; // planes first .. last - 1
    const int last = first + planes < n - 1 ? first + planes : n - 1;

    const bool has_cells = k < n;
    const bool row_begins = k == 0;
    const bool row_ends = k + WIDTH >= n;

    // Places in a plane. Threads beyond the grid load the last cells instead of their own: that costs
    // nothing (the cells are in the cache), and no load in the march needs a condition.
    const int plane_size = n * n;
    int own[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        own[r] = min(j + r, n - 1) * n + min(k, n - WIDTH);
    }
    // The rim's two rows are shared out cell by cell over all the threads: one or two registers each,
    // where four would be needed if one row of warps loaded vectors.
    int rim[RIM];
#pragma unroll
    for (int r = 0; r < RIM; ++r) {
        const int cell = min(thread + r * THREADS, 2 * TILE_X - 1);
        const int rim_j = cell < TILE_X ? tile_j - 1 : min(tile_j + TILE_Y, n - 1);
        rim[r] = rim_j * n + min(tile_k + cell % TILE_X, n - 1);
    }
    // And its two columns: thread 2y loads the cell left of row y, thread 2y + 1 the one right of it.
    const int side_k = thread % 2 == 0 ? tile_k - 1 : tile_k + TILE_X;
    const bool has_side = thread < 2 * TILE_Y && side_k >= 0 && side_k < n;
    const int side = min(tile_j + thread / 2, n - 1) * n + side_k;

    Cells<WIDTH> below[ROWS], here[ROWS], above[ROWS], ahead[ROWS];
    LAB_ELEMENT rim_above[RIM], rim_ahead[RIM];
    LAB_ELEMENT side_above = 0, side_ahead = 0;

    const auto load = [&](const LAB_ELEMENT* plane, Cells<WIDTH>(&cells)[ROWS],
                          LAB_ELEMENT(&rim_cells)[RIM], LAB_ELEMENT& side_cell) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            cells[r] = Cells<WIDTH>::load(plane + own[r]);
        }
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            rim_cells[r] = plane[rim[r]];
        }
        if (has_side) {
            side_cell = plane[side];
        }
    };
    const auto share = [&](int buffer, const Cells<WIDTH>(&cells)[ROWS],
                           const LAB_ELEMENT(&rim_cells)[RIM], LAB_ELEMENT side_cell) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            cells[r].store(&rows[buffer][1 + ty * ROWS + r][tx * WIDTH]);
            if (lane == 0 || lane == LANES - 1) {
                ends[buffer][ty * ROWS + r][2 * warp + (lane == 0 ? 1 : 2)] =
                    lane == 0 ? cells[r].cell[0] : cells[r].cell[WIDTH - 1];
            }
        }
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            const int cell = thread + r * THREADS;
            if (cell < 2 * TILE_X) {
                rows[buffer][cell < TILE_X ? 0 : TILE_Y + 1][cell % TILE_X] = rim_cells[r];
            }
        }
        if (has_side) {
            ends[buffer][thread / 2][thread % 2 == 0 ? 0 : 2 * WARPS_X + 1] = side_cell;
        }
    };

    // Before the march: below, here and above; here is shared, above is under way.
    const LAB_ELEMENT* plane = in + first * plane_size;
    LAB_ELEMENT* out_plane = out + first * plane_size;
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        below[r] = Cells<WIDTH>::load(plane - plane_size + own[r]);
    }
    load(plane, here, rim_above, side_above);
    share(0, here, rim_above, side_above);
    load(plane + plane_size, above, rim_above, side_above);
    __syncthreads();

    int buffer = 0;
    for (int i = first; i < last; ++i) {
        if (i + 2 <= last) {
            load(plane + 2 * plane_size, ahead, rim_ahead, side_ahead);
        }

        // The rows before and behind the thread's own: row j - 1 is rows[ty * ROWS].
        const auto north = Cells<WIDTH>::load(&rows[buffer][ty * ROWS][tx * WIDTH]);
        const auto south = Cells<WIDTH>::load(&rows[buffer][ty * ROWS + ROWS + 1][tx * WIDTH]);
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            LAB_ELEMENT left = __shfl_up_sync(ALL_LANES, here[r].cell[WIDTH - 1], 1);
            LAB_ELEMENT right = __shfl_down_sync(ALL_LANES, here[r].cell[0], 1);
            if (lane == 0 && !row_begins) {
                left = ends[buffer][ty * ROWS + r][2 * warp];
            }
            if (lane == LANES - 1 && !row_ends) {
                right = ends[buffer][ty * ROWS + r][2 * warp + 3];
            }
            const auto sums = sum(here[r], left, right, r == 0 ? north : here[r == 0 ? 0 : r - 1],
                                  r == ROWS - 1 ? south : here[r == ROWS - 1 ? 0 : r + 1], below[r],
                                  above[r], row_begins, row_ends);
            if (has_cells && j + r <= n - 2) {
                sums.store(out_plane + own[r]);
            }
        }

        // The next plane goes to the other buffer. Its last readers were there before the barrier of
        // the step before.
        buffer ^= 1;
        share(buffer, above, rim_above, side_above);
        __syncthreads();

        // One step up.
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            below[r] = here[r];
            here[r] = above[r];
            above[r] = ahead[r];
        }
#pragma unroll
        for (int r = 0; r < RIM; ++r) {
            rim_above[r] = rim_ahead[r];
        }
        side_above = side_ahead;
        plane += plane_size;
        out_plane += plane_size;
    }
}

// Programmatic dependent launch; without that attribute neither of the two has an effect.
// The next kernel's blocks may start as soon as all blocks of this one have started and there is room.
__device__ void let_next_kernel_start() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

// Waits until the kernel before has ended and its stores can be seen. Before this no global memory may
// be touched: the input isn't there yet, and the output is still being read.
__device__ void wait_for_last_kernel() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// ---- Small grids: all at once -----------------------------------------------------------------

constexpr int SMALL_THREADS = 256;
constexpr int SMALL_PLANES = sizeof(LAB_ELEMENT) == 4 ? 2 : 4; // planes of a thread
constexpr int SMALL_MOST = 160;                                // the largest n that counts as small

__host__ __device__ constexpr bool is_small(int n) {
    return n <= SMALL_MOST && n % VECTOR == 0;
}

// A thread computes one vector of cells in SMALL_PLANES planes. It asks for all its cells at once, so
// that a sweep lasts little longer than one trip to L2, and at n = 120 all blocks run at the same time.
__device__ void sweep_small(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    // Rows are laid end to end, or the lanes behind a short row's end would be idle: thread t has
    // vector t % (n / VECTOR) of its row.
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

    Cells<VECTOR> cells[SMALL_PLANES + 2], north[SMALL_PLANES], south[SMALL_PLANES];
    LAB_ELEMENT beside[SMALL_PLANES]; // first lane: the cell on its left; last lane: on its right
    wait_for_last_kernel();
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

// How many planes a block marches. At n = 512 a float's planes are done in eight parts: the blocks
// then fill the GPU twice, nearly without rest. Larger planes need shorter marches, or blocks drift
// further apart than L2 reaches.
__host__ __device__ constexpr int march_planes(int n) {
    const int parts = sizeof(LAB_ELEMENT) == 4 ? (n <= 256 ? 12 : 8) : (n <= 256 ? 8 : 12);
    const int longest = sizeof(LAB_ELEMENT) == 4 ? (n > 768 ? 16 : 64) : 64;
    const int planes = (n - 2 + parts - 1) / parts;
    return planes < longest ? planes : longest;
}

constexpr std::size_t MOST_SHARED = sizeof(Tile<VECTOR, 4>) > sizeof(Tile<VECTOR, 2>)
                                        ? sizeof(Tile<VECTOR, 4>)
                                        : sizeof(Tile<VECTOR, 2>);

// in, out: n·n·n cells each; cell (i, j, k) is element (i·n + j)·n + k.
__global__ void __launch_bounds__(WARPS* LANES, 2)
    stencil_kernel(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n) {
    // One Tile, of whichever kind. Static, so that two blocks are sure to fit on a multiprocessor.
    __shared__ __align__(16) unsigned char shared[MOST_SHARED];
    let_next_kernel_start();
    if (is_small(n)) {
        sweep_small(in, out, n); // waits as late as it can
        return;
    }
    wait_for_last_kernel();
    if (n % VECTOR != 0) {
        sweep_march(in, out, n, march_planes(n), reinterpret_cast<Tile<1, 4>&>(shared));
    } else if (blockDim.x == 4 * LANES) {
        sweep_march(in, out, n, march_planes(n), reinterpret_cast<Tile<VECTOR, 4>&>(shared));
    } else {
        sweep_march(in, out, n, march_planes(n), reinterpret_cast<Tile<VECTOR, 2>&>(shared));
    }
}

template <int WIDTH, int WARPS_X> LaunchConfig march_config(int n) {
    using Block = Tile<WIDTH, WARPS_X>;
    const int planes = march_planes(n);
    return {dim3((n + Block::X - 1) / Block::X, (n - 2 + Block::Y - 1) / Block::Y,
                 (n - 2 + planes - 1) / planes),
            dim3(WARPS_X * LANES, WARPS / WARPS_X)};
}

LaunchConfig launch_config(int n) {
    if (is_small(n)) {
        return {dim3(((n - 2) * (n / VECTOR) + SMALL_THREADS - 1) / SMALL_THREADS,
                     (n - 2 + SMALL_PLANES - 1) / SMALL_PLANES),
                dim3(SMALL_THREADS)};
    }
    if (n % VECTOR != 0) {
        return march_config<1, 4>(n);
    }
    // A tile is two warps wide where that covers a row.
    return n <= Tile<VECTOR, 2>::X ? march_config<VECTOR, 2>(n) : march_config<VECTOR, 4>(n);
}
