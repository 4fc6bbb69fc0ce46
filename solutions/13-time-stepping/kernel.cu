// Lab 13, time stepping: STEPS = 4 sweeps in one launch (temporal blocking).
// First read handouts/13-time-stepping.md. Then fill in the parts and run: ./lab check 13
//
// One sweep per launch reads and writes the whole grid for one update of each cell: 8 bytes per update
// in float, and memory is the limit. Here a cell is read once and written once for STEPS updates.
//
// A block owns a column of the grid and marches up in z, with a level for each sweep. When plane p of
// the input arrives, level 1 (the grid after one sweep) gets plane p - 1, level 2 plane p - 2, and so
// on; the last level's plane p - STEPS is the output:
//
//     level 0:  p - 2   p - 1   p             input, in shared memory
//     level 1:  p - 3   p - 2   p - 1         registers; likewise levels 2 and 3
//     level 4:                  p - 4         output
//
// Halo: with each level a ring of one cell of the tile becomes wrong, because its neighbours are in
// other tiles. Tiles overlap by STEPS cells on each side; those are computed but not written. That
// is the price: a tile of 128 x 48 cells has 120 x 40 outputs, 28 % more cells than outputs. Likewise
// a block begins STEPS planes below its first output plane and ends as many above its last one.
//
// Boundary: the grid's boundary cells keep their values at all levels. Cells of the first and the
// last plane of a march keep theirs too: either they are the grid's boundary, or they never reach
// an output.
//
// Registers: at levels 1 to 3, a thread holds two values per cell of its own: `here`, the plane whose
// neighbours are complete when the plane above arrives, and `sum`, c[5] times the plane below it. When
// the plane above arrives, the sum is completed and becomes the next level's plane above. Warps
// exchange the edge rows of `here` through shared memory; along x a warp spans the tile, so
// shuffles are enough. Four rows per thread take three levels of 2·16 registers: as much as 12
// warps, which share a register file, can hold without spilling.

#include "lab.cuh"

// >>> your part 1: the kernel
#include <cuda_pipeline.h>

#include <type_traits>

constexpr int STEPS = 4;          // sweeps of a launch
constexpr int LEVELS = STEPS - 1; // levels between input and output

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;
constexpr int ROWS = 4;   // rows of a thread
constexpr int WARPS = 12; // of a block, one above the other along y
constexpr int TILE_Y = WARPS * ROWS;
constexpr int OUT_Y = TILE_Y - 2 * STEPS;

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

// WIDTH neighbouring cells of a row: VECTOR of them where rows start at multiples of 16 bytes, else 1.
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

// A tile's measures along x, for cells taken WIDTH at a time. The overlap is in whole vectors, so that
// vectors stay aligned; for floats four cells are one vector, and 120 outputs are 15 whole sectors.
template <int WIDTH>
struct Tile {
    static constexpr int X = LANES * WIDTH;
    static constexpr int OVERLAP = (STEPS + WIDTH - 1) / WIDTH * WIDTH;
    static constexpr int OUT_X = X - 2 * OVERLAP;

    // What the threads of a block share.
    struct Shared {
        LAB_ELEMENT planes[3][TILE_Y][X];          // the newest planes of the input
        LAB_ELEMENT edges[2][LEVELS][WARPS][2][X]; // first and last row of each warp, twice:
    };                                             // one is read, the other one is written
};

// The cells of a thread that keep their value, being on the grid's boundary.
struct Boundary {
    bool first_cell, last_cell; // at the row's begin and end
    bool row[ROWS];
};

// One level's step: completes `sum` with the plane above into `next`, the next level's plane, and
// moves on: here becomes the plane below, above becomes here. `before` and `behind` are the rows of
// `here` next to the thread's own. ANY_ROW: a row on the boundary may be any row, not only the
// first or the last one.
template <int WIDTH, bool ANY_ROW>
__device__ void advance(Cells<WIDTH> (&sum)[ROWS], Cells<WIDTH> (&here)[ROWS],
                        const Cells<WIDTH> (&above)[ROWS], const LAB_ELEMENT* before,
                        const LAB_ELEMENT* behind, Cells<WIDTH> (&next)[ROWS],
                        const Boundary& boundary, bool keep_all) {
    const auto row_before = Cells<WIDTH>::load(before);
    const auto row_behind = Cells<WIDTH>::load(behind);
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const LAB_ELEMENT left = __shfl_up_sync(ALL_LANES, here[r].cell[WIDTH - 1], 1);
        const LAB_ELEMENT right = __shfl_down_sync(ALL_LANES, here[r].cell[0], 1);
        const Cells<WIDTH>& north = r == 0 ? row_before : here[r == 0 ? 0 : r - 1];
        const Cells<WIDTH>& south = r == ROWS - 1 ? row_behind : here[r == ROWS - 1 ? 0 : r + 1];
#pragma unroll
        for (int x = 0; x < WIDTH; ++x) {
            LAB_ELEMENT value = sum[r].cell[x] + c[0] * here[r].cell[x];
            value += c[1] * (x == 0 ? left : here[r].cell[x == 0 ? 0 : x - 1]);
            value += c[2] * (x == WIDTH - 1 ? right : here[r].cell[x == WIDTH - 1 ? 0 : x + 1]);
            value += c[3] * north.cell[x];
            value += c[4] * south.cell[x];
            value += c[6] * above[r].cell[x];
            // Selecting is cheaper than branching: all threads of the grid stay on one path.
            bool keep = keep_all;
            keep |= x == 0 && boundary.first_cell;
            keep |= x == WIDTH - 1 && boundary.last_cell;
            keep |= ANY_ROW && boundary.row[r];
            next[r].cell[x] = keep ? here[r].cell[x] : value;
        }
    }
    if (!ANY_ROW && (boundary.row[0] || boundary.row[ROWS - 1])) {
        if (boundary.row[0]) {
            next[0] = here[0];
        } else {
            next[ROWS - 1] = here[ROWS - 1];
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
#pragma unroll
        for (int x = 0; x < WIDTH; ++x) {
            sum[r].cell[x] = c[5] * here[r].cell[x];
            here[r].cell[x] = above[r].cell[x];
        }
    }
}

// The march of a block, `planes` output planes long.
template <int WIDTH>
__device__ void march(const LAB_ELEMENT* in, LAB_ELEMENT* out, int n, int planes,
                      typename Tile<WIDTH>::Shared& shared) {
    constexpr bool ANY = WIDTH == 1; // any n; otherwise a tile fits into the grid and n % 4 == 0
    constexpr int X = Tile<WIDTH>::X;
    const int lane = threadIdx.x;
    const int warp = threadIdx.y;
    const int plane_size = n * n;

    // The outputs, and the thread's first cell. A tile that would stick out of the grid is moved in.
    const int out_k = static_cast<int>(blockIdx.x) * Tile<WIDTH>::OUT_X;
    const int out_j = static_cast<int>(blockIdx.y) * OUT_Y;
    const int k = max(min(out_k - Tile<WIDTH>::OVERLAP, n - X), 0) + lane * WIDTH;
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

    // Where the thread's row r begins, from a plane's begin. Cells beyond a small grid take the value of
    // the grid's last ones; they are never written. One position for all rows: each more would take
    // a register, and there is none to spare.
    const int own = (ANY ? 0 : j * n) + min(k, n - WIDTH);
    const auto row_at = [&](int r) { return ANY ? min(j + r, n - 1) * n : r * n; };

    // Levels 1 to 3, and the edge rows of all levels.
    Cells<WIDTH> sum[LEVELS][ROWS] = {};
    Cells<WIDTH> here[LEVELS][ROWS] = {};
#pragma unroll
    for (int s = 0; s < LEVELS; ++s) {
        here[s][0].store(&shared.edges[0][s][warp][0][lane * WIDTH]);
        here[s][0].store(&shared.edges[0][s][warp][1][lane * WIDTH]);
    }

    // Offsets in shared memory. The tile's first warp has none before it and the last none behind
    // it: they use a row of theirs, as the outermost rows are wrong or on the boundary anyway.
    constexpr int PLANE = TILE_Y * X;
    constexpr int EDGES = LEVELS * WARPS * 2 * X;
    LAB_ELEMENT* const my_cells = &shared.planes[0][warp * ROWS][lane * WIDTH];
    LAB_ELEMENT* const my_edges = &shared.edges[0][0][warp][0][lane * WIDTH];
    const LAB_ELEMENT* const edge_before = &shared.edges[0][0][max(warp - 1, 0)][1][lane * WIDTH];
    const LAB_ELEMENT* const edge_behind =
        &shared.edges[0][0][min(warp + 1, WARPS - 1)][0][lane * WIDTH];
    const int to_before = warp == 0 ? 0 : -X;
    const int to_behind = warp == WARPS - 1 ? (ROWS - 1) * X : ROWS * X;
    int at = 0, at_here = 2 * PLANE, at_below = PLANE; // places of input planes p, p - 1 and p - 2
    int edges = 0;                                     // place of the edge rows to read

    // Each thread copies its own cells of the next plane to shared memory. Copies in flight take no registers.
    const LAB_ELEMENT* next_plane = in + first * static_cast<long long>(plane_size) + own;
    const auto fetch = [&](int place) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            __pipeline_memcpy_async(my_cells + place + r * X, next_plane + row_at(r),
                                    sizeof(Cells<WIDTH>));
        }
        __pipeline_commit();
        next_plane += plane_size;
    };
    fetch(at);
    LAB_ELEMENT* written =
        out + (first - STEPS) * static_cast<long long>(plane_size) + j * n + k;

    // Processes plane p of the input. CHECKED: near an end of the march, where planes are missing
    // and cells keep their values; in between no checks are needed.
    const auto step = [&](int p, auto checked) {
        constexpr bool CHECKED = decltype(checked)::value;
        const auto at_end = [&](int plane) { return CHECKED && (plane <= first || plane >= last); };
        if (!CHECKED || p <= last) {
            __pipeline_wait_prior(0);
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

        // No thread needs plane p - 2 any more: others read their neighbours' rows of it before the
        // barrier of the step before. The next plane has three levels' time to arrive.
        if (!CHECKED || p + 1 <= last) {
            fetch(at_below);
        }

        // The one barrier of a step is between writing the edge rows, at the end of the previous
        // step, and reading them, a level later: by then hardly any thread has to wait.
        __syncthreads();
        const int from = edges;
        constexpr int LEVEL = WARPS * 2 * X;
        advance<WIDTH, ANY>(sum[0], here[0], a, edge_before + from, edge_behind + from, b, boundary,
                            at_end(p - 2));
        advance<WIDTH, ANY>(sum[1], here[1], b, edge_before + from + LEVEL,
                            edge_behind + from + LEVEL, a, boundary, at_end(p - 3));
        advance<WIDTH, ANY>(sum[2], here[2], a, edge_before + from + 2 * LEVEL,
                            edge_behind + from + 2 * LEVEL, b, boundary, at_end(p - 4));

        // The other buffer was last read before this step's barrier, so no thread still reads it.
        edges = EDGES - edges;
#pragma unroll
        for (int s = 0; s < LEVELS; ++s) {
            here[s][0].store(my_edges + edges + s * LEVEL);
            here[s][ROWS - 1].store(my_edges + edges + s * LEVEL + X);
        }

        const int output = p - STEPS;
        if (output >= out_first && (!CHECKED || output <= out_last)) {
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                if (writes[ANY ? r : 0]) {
                    b[r].store(written + r * n);
                }
            }
        }
        written += plane_size;
        const int free = at_below;
        at_below = at_here;
        at_here = at;
        at = free;
    };

    static_assert(LEVELS == 3, "step() names the levels one by one");
    int p = first;
    // Steps near the ends, with those in between inside: two loops for the two ends would be another copy
    // of a step, and registers would spill.
#pragma unroll 1
    for (;; ++p) {
        if (p > first + STEPS) {
#pragma unroll 1
            for (; p < last; ++p) {
                step(p, std::false_type());
            }
        }
        if (p > out_last + STEPS) {
            break;
        }
        step(p, std::true_type());
    }
}

// Vectors need aligned rows and a tile that fits in the grid.
__host__ __device__ constexpr bool takes_vectors(int n) {
    return n % 4 == 0 && n >= Tile<VECTOR>::X && n >= TILE_Y;
}

constexpr int ceil_div(int cells, int each) {
    return (cells + each - 1) / each;
}

// How many output planes a block computes. A block's registers fill a multiprocessor, so blocks run in
// waves, of 132 on an H100 or H200, and a wave takes as many steps as a block has input planes. The
// grid is cut into as many parts as take the fewest steps.
constexpr int march_planes(int n, int tiles) {
    constexpr int WAVE = 132;
    constexpr int MOST_PARTS = 8;
    int best = n;
    int fewest = ceil_div(tiles, WAVE) * n;
    for (int parts = 2; parts <= MOST_PARTS && parts <= n; ++parts) {
        const int planes = ceil_div(n, parts);
        const int steps = ceil_div(tiles * parts, WAVE) * (planes + 2 * STEPS);
        if (steps < fewest) {
            best = planes;
            fewest = steps;
        }
    }
    return best;
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

// <<< your part 1

// >>> your part 2: the launch
// 144 KiB of shared memory: a launch needs cudaFuncAttributeMaxDynamicSharedMemorySize set to it.
LaunchConfig launch_config(int n) {
    return takes_vectors(n) ? march_config<VECTOR>(n) : march_config<1>(n);
}

// <<< your part 2
