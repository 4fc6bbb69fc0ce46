#include "analytics/questions/errata.hpp"

#include <fmt/format.h>

namespace kit {

std::string shown_by(const Erratum& erratum) {
    std::string text;
    for (const SourceChange& change : erratum.changes) {
        text += text.empty() ? fmt::format("in a copy of {} ", erratum.file) : " and ";
        text += change.to.empty()
                    ? fmt::format("leave out '{}'", change.from)
                    : fmt::format("write '{}' in place of '{}'", change.to, change.from);
    }
    const bool of_the_kit = erratum.command.compare(0, 5, "grep ") != 0;
    return fmt::format("{}{}{}{}: {}", text, text.empty() ? "" : ", then ",
                       of_the_kit ? "./lab " : "", erratum.command, erratum.prints);
}

const std::vector<Erratum>& errata() {
    static const std::vector<Erratum> list{
        {"a reader's notes on PMPP 8, section 8.1",
         "the 2D stencil of 9 points and order 2 is the centre and the 8 cells around it",
         "the centre and ±1 and ±2 on each axis",
         "Order 2 reaches two cells. The 3×3 box also has 9 points, but order 1: another stencil, "
         "with another halo.",
         "analytics chapter bounds.a", "star of order 2, 9 points"},
        {"a reader's notes on PMPP 8, section 8.1",
         "the order of the stencil is that of the derivative",
         "the order of a stencil is how many cells it reaches",
         "A second derivative from three points has order 1, for it reaches one cell to each side. "
         "The boundary is as thick as the stencil's order, whatever it computes: at order 2, 116³ "
         "of 120³ cells are left.",
         "analytics exercises 1a --order 2", "116³"},
        {"a reader's notes on PMPP 8, section 8.3",
         "upper bounds of 2.5 OP/B in 2D and 3.25 OP/B in 3D", "2.5 and 3.5, or 2.25 and 3.25",
         "2.5 is 2·5 / 4, two operations a point; 3.25 is 13 / 4, one fewer for each output. "
         "Either way of counting is fine, but a comparison needs the same in both.",
         "analytics chapter intensity.c", "14 / 4 = 3.5"},
        {"a reader's notes on PMPP 8, section 8.3", "tiling is far faster than the basic kernel",
         "half as fast, on an H200, at 512³",
         "Recorded there in float: 1,317 µs for the tiled kernel and 645 µs for the basic one "
         "(cold_us), whose repeated reads the caches already hold.",
         "grep float,512, tests/records/h200_times.csv",
         "05-shared-memory-tiling,float,512,1316.832"},
        {"a reader's notes on PMPP 8, exercise 1a", "N³ − (N − order)³ output points",
         "(N − 2·order)³",
         "The boundary is as thick as the order at both ends of every axis, and what is left "
         "inside is the output: 118³ of 120³ cells at order 1.",
         "analytics exercises 1a", "118³"},
        {"a reader's notes on PMPP 8, exercise 1b", "3,375 blocks, and another 512 threads",
         "3,375 blocks of 512 threads",
         "512 is what each block has, and nothing to add: 3,375·512 = 1,728,000 threads, one for "
         "each of the 120³ cells.",
         "analytics kernel basic", "1,728,000 threads"},
        {"a reader's notes on PMPP 8, exercise 1d", "320 blocks, from a z tile of 6", "64 blocks",
         "The tile of Fig. 8.10 has 30 output planes in z as it has 30 outputs in x and y: 4 "
         "blocks along each axis.",
         "analytics exercises 1d", "64 blocks"},
        {"a reader's notes on PMPP 8, exercise 2b", "an output tile of 30·30·14",
         "30·30·16 = 14,400",
         "A block marches through 16 output planes; the 2 planes of halo come on top of them, in "
         "the input tile.",
         "analytics exercises 2b", "14,400"},
        {"a reader's notes on PMPP 8, exercise 2c", "2.2 OP/B", "2.54 OP/B",
         "It follows from 2b: 13·14,400 operations for 4·18,432 bytes.", "analytics exercises 2c",
         "2.539 OP/B"},
        {"a reader's notes on PMPP 8, exercise 2c", "a stencil of 7 order",
         "a 7-point stencil of order 1",
         "7 is the number of points. The order is 1, as far as it reaches.",
         "analytics exercises 2c", "7-point stencil of order 1"},
        {"a reader's notes on PMPP 8, exercise 2c", "each thread loads 18k elements",
         "each block loads 18,432, each thread 18",
         "A thread loads one cell in each of the 16 + 2 planes; the 32·32 threads of the block "
         "load 18,432.",
         "analytics exercises 2a", "32·32·18 = 18,432"},
        {"a reader's notes on PMPP 8, exercise 2c", "70k bytes", "73,728 bytes",
         "4·18,432 bytes are 72 KiB, or 73.7 kB.", "analytics exercises 2c", "4·18,432 = 73,728"},
        {"Numba course, chapter 5",
         "guard i > rad",
         "i >= rad",
         "Index rad has rad cells to its left and is the first valid point; i > rad leaves it out.",
         "check 2 COPY.cu --grid 33",
         "1 of 33 cells never written",
         "tests/submissions/sources/numba-ends.cu",
         {{"if (i >= rad && i < n - rad)", "if (i > rad && i < n - rad)"}}},
        {"Numba course, chapter 5",
         "first derivative of radius 2: c·[−1, 8, 0, −8, 1]",
         "[1, −8, 0, 8, −1] / 12h",
         "The printed coefficients give the negative of the derivative: the cell to the right has "
         "to count positively. The course's own code has it right.",
         "check 2 COPY.cu --grid 33",
         "every wrong cell is the right result with the other sign",
         "tests/submissions/sources/numba-ends.cu",
         {{"tmp += f[i + j]", "tmp += (R == 2 ? -f[i + j] : f[i + j])"}}},
        {"Numba course, chapter 5",
         "second difference with f(i+1) twice",
         "f(i+1) − 2·f(i) + f(i−1)",
         "Both neighbours have a part: with f(i+1) twice even a constant slope would have a "
         "curvature.",
         "check 2 COPY.cu --grid 33",
         "f[i+1] in place of f[i-1]",
         "tests/submissions/sources/numba-ends.cu",
         {{"tmp += f[i + j]", "tmp += f[i + (R == 1 && j < 0 ? 1 : j)]"}}},
        {"Numba course, chapter 5",
         "every thread first sets d_deriv[i] = 0",
         "only threads with i < n",
         "The last block has threads past the end, and this store has no guard: they write outside "
         "of the array.",
         "check 2 COPY.cu --grid 33",
         "writes df[33], past the end of the array",
         "tests/submissions/sources/numba-ends.cu",
         {{"const int rad = R;", "const int rad = R; df[i] = 0;"}}},
        {"Numba course, chapter 5", "the parallel derivative agrees with the serial one",
         "only where it is computed: rad cells at each end are never written",
         "The kernel leaves the ends out, and an array that nobody set holds what was in memory "
         "before. A comparison that succeeds was lucky, or left the ends out, too.",
         "check 2 tests/submissions/sources/numba-central.cu --grid 33",
         "2 of 33 cells never written"},
        {"Numba course, chapter 5",
         "the shared-memory kernel computes the same",
         "not at the ends: it has no one-sided differences",
         "The first and last rad points need other coefficients, from the cells that there are; "
         "the kernel stores nothing there.",
         "check 3 COPY.cu --grid 300",
         "2 of 300 cells never written",
         "tests/submissions/sources/numba-shared.cu",
         {{"} else {", "} else if (n < 0) {"}}},
        {"Numba course, chapter 5",
         "threads with tIdx = rad load the halo",
         "tIdx < rad",
         "Each of the first rad threads loads a cell of either halo. With = only one thread does, "
         "and that one the wrong cell: at radius 1 thread 1 reloads the cell of thread 0, and the "
         "halo is never written.",
         "check 3 COPY.cu --grid 300",
         "4 of 300 cells wrong",
         "tests/submissions/sources/numba-shared.cu",
         {{"if (t < rad)", "if (t == rad)"}}},
        {"Numba course, chapter 5",
         "cuda.synchronize() as the barrier in the kernel",
         "cuda.syncthreads()",
         "cuda.synchronize() is for the host, which waits for the GPU. Threads of a block wait for "
         "each other at the other one; without it they read a shared cell before it is written.",
         "check 3 COPY.cu --grid 300",
         "error[race-shared]",
         "tests/submissions/sources/numba-shared.cu",
         {{"__syncthreads();", ""}}},
        {"Numba course, chapter 5", "threads past the end return before the barrier",
         "allowed, but fragile",
         "A barrier waits only for threads that have not exited. But no thread that returns may "
         "have a cell to load: its neighbours would read what nobody wrote.",
         "check 3 tests/submissions/sources/numba-shared.cu --grid 300",
         "warning[early-exit-before-barrier]"},
        {"Numba course, chapter 5", "without tiling an input is read (2R + 1)^D times",
         "for a box; a star reads it 2·D·R + 1 times",
         "A star has only the cells on the axes: at R = 2 in three dimensions 13 reads, not 125.",
         "analytics chapter line.c", "2·3·2 + 1 = 13"},
        {"Numba course, chapter 5", "shared memory holds 6,000 doubles", "6,144",
         "48 KB are 48·1,024 bytes, and a double has 8.", "analytics chapter line.b",
         "49,152 / 8 = 6,144"},
        {"Numba course, chapter 5", "49 KB of shared memory for a block", "48 KB = 49,152 bytes",
         "49,152 bytes are 49 thousand, but 48 KB of 1,024 bytes. A kernel may ask for more at its "
         "launch.",
         "analytics gpus H200", "shared bytes of a block, by default 49,152"},
        {"another reader's notes on PMPP 8",
         "tile coordinates unsigned, minus 1",
         "signed; unsigned is right only where i < n is all that is asked",
         "The first block's halo begins at −1, which wraps to 4,294,967,295. The guard i < n keeps "
         "that out, so the kernel is right; but i >= 0 is always true then, and a coordinate that "
         "is clamped or compared otherwise goes wrong.",
         "check 5 COPY.cu --grid 33",
         "passed: 15 of 15 points",
         "tests/submissions/sources/notes-tiled.cu",
         {{"OUT_TILE_DIM IN_TILE_DIM - 2", "OUT_TILE_DIM (IN_TILE_DIM - 2)"},
          {"limit = IN_TILE_DIM", "limit = n"}}},
        {"another reader's notes on PMPP 8",
         "a load guarded by the tile's size",
         "guarded by the grid's size",
         "The coordinate is the grid's: guarded by the tile's size, only the first tiles load "
         "anything.",
         "check 5 COPY.cu --grid 33",
         "which no thread of the block has written",
         "tests/submissions/sources/notes-tiled.cu",
         {{"OUT_TILE_DIM IN_TILE_DIM - 2", "OUT_TILE_DIM (IN_TILE_DIM - 2)"}}},
        {"another reader's notes on PMPP 8",
         "#define OUT_TILE_DIM IN_TILE_DIM - 2",
         "(IN_TILE_DIM - 2)",
         "The preprocessor puts text, not a number: b * OUT_TILE_DIM becomes b * IN_TILE_DIM - 2.",
         "check 5 COPY.cu --grid 33",
         "17,624 of 35,937 cells never written",
         "tests/submissions/sources/notes-tiled.cu",
         {{"limit = IN_TILE_DIM", "limit = n"}}},
        {"another reader's notes on PMPP 8",
         "block b begins at b * blockDim",
         "at b * OUT_TILE_DIM",
         "A block of 8 threads has 6 outputs on an axis. If blocks step by 8, two cells in eight "
         "belong to no block: on 33³, 17,624 cells are never written.",
         "check 5 COPY.cu --grid 33",
         "17,624 of 35,937 cells never written",
         "solutions/05-shared-memory-tiling/kernel.cu",
         {{"blockIdx.z) * OUT_TILE", "blockIdx.z) * IN_TILE"},
          {"blockIdx.y) * OUT_TILE", "blockIdx.y) * IN_TILE"},
          {"blockIdx.x) * OUT_TILE", "blockIdx.x) * IN_TILE"}}},
        {"another reader's notes on PMPP 8",
         "IN_TILE_DIM 16 for the tiled kernel",
         "8, or a block of one plane",
         "A thread for each cell of a tile of 16³ makes 4,096 threads; a block may have 1,024.",
         "check 5 COPY.cu --grid 33",
         "asks for 4,096 threads per block; CUDA allows 1,024",
         "tests/submissions/sources/notes-tiled.cu",
         {{"#define IN_TILE_DIM 8", "#define IN_TILE_DIM 16"}}},
        {"another reader's notes on PMPP 8",
         "a guard without k < N",
         "all three axes, at both ends",
         "Without the end of the x axis a thread reads on into the next row and writes its "
         "boundary cell.",
         "check 4 COPY.cu --grid 33",
         "(boundary cells only)",
         "tests/submissions/sources/notes-basic.cu",
         {{" || x >= n - 1", ""}}},
        {"another reader's notes on PMPP 8",
         "a kernel without __global__, a brace left open",
         "__global__ void, and as many } as {",
         "Without __global__ it is a function of the host, which no launch can name.",
         "check 4 COPY.cu --grid 33",
         "__global__ is missing before it",
         "tests/submissions/sources/notes-basic.cu",
         {{"__global__ void", "void"}}},
        {"another reader's notes on PMPP 8", "i += start inside the loop", "the start added once",
         "The start is added again in every turn, so all tiles but the first leave out most of "
         "their planes.",
         "check 6 tests/submissions/sources/notes-coarsened.cu --grid 33",
         "961 of 35,937 cells never written"},
        {"another reader's notes on PMPP 8", "register shift and barrier outside the loop",
         "both in every turn",
         "The planes never move on, and the next plane is overwritten while others still read it.",
         "check 7 tests/submissions/sources/notes-registers.cu --grid 33", "error[race-shared]"},
        {"the article CUDA tiling for 7-point stencil", "about 768 halo reads, 64 % fewer reads",
         "384 halo reads, 75 % fewer",
         "The 8³ block has six faces of 64 cells: 512 + 384 = 896 reads instead of 7·512 = 3,584.",
         "analytics chapter faces.b", "75.0 %"},
        {"the article CUDA tiling for 7-point stencil", "a halo 2 cells wide",
         "1 cell on each side: a tile of 10³",
         "A 7-point stencil reaches one cell. 8 + 2·1 is the width of the tile, with one cell at "
         "either end, and not a halo of two.",
         "analytics chapter faces.a", "10³ = 1,000"},
        {"the article CUDA tiling for 7-point stencil",
         "comments name the layout, and thread (1,0,0), otherwise than the code indexes",
         "x is fastest: thread (1,0,0) is the second of its warp",
         "In (z·height + y)·width + x the next x is the next address, and threads are numbered the "
         "same way: thread (1,0,0) computes the cell beside that of thread (0,0,0).",
         "trace 9 --solution --thread 1,0,0", "in[1]"},
        {"the article CUDA tiling for 7-point stencil", "a warp reads 32 consecutive floats",
         "4 rows of 8",
         "A row of an 8³ block has 8 threads, so a warp reads four pieces of 32 bytes from four "
         "rows. On a 9³ grid they lie in 5 sectors, where 32 consecutive floats take 4.",
         "trace 9 --solution --warp", "load of in: 32 lanes, 5 sectors; 4 would hold the bytes"},
        {"the article CUDA tiling for 7-point stencil", "tiling is 7 to 9 times as fast",
         "half as fast, on an H200",
         "The 8³ tiled kernel makes 2.9 times fewer loads, but the caches already hold what the "
         "basic kernel reads again: measured at 512³ on one H200, 815 GB/s against 1,665 GB/s, "
         "counted as 8 bytes a cell.",
         "grep float,512, tests/records/h200_times.csv", "252.400,815,"},
    };
    return list;
}

} // namespace kit
