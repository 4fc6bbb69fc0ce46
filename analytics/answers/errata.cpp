#include "analytics/answers/errata.hpp"

namespace kit {

const std::vector<Erratum>& errata() {
    static const std::vector<Erratum> list{
        {"notes on PMPP 8, exercise 1a", "N³ − (N − order)³ output points", "(N − 2·order)³",
         "The boundary is as thick as the order at both ends of every axis, and what is left "
         "inside is the output: 118³ of 120³ cells at order 1.",
         "analytics exercises 1a"},
        {"notes on PMPP 8, exercise 1d", "320 blocks, from a z tile of 6", "64 blocks",
         "The tile of Fig. 8.10 has 30 output planes in z as it has 30 outputs in x and y: 4 "
         "blocks along each axis.",
         "analytics exercises 1d"},
        {"notes on PMPP 8, exercise 2b", "an output tile of 30·30·14", "30·30·16 = 14,400",
         "A block marches through 16 output planes; the 2 planes of halo come on top of them, in "
         "the input tile.",
         "analytics exercises 2b"},
        {"notes on PMPP 8, exercise 2c", "2.2 OP/B", "2.54 OP/B",
         "It follows from 2b: 13·14,400 operations for 4·18,432 bytes.", "analytics exercises 2c"},
        {"notes on PMPP 8, section 8.1",
         "the 2D stencil of 9 points and order 2 is the centre and the 8 cells around it",
         "the centre and ±1 and ±2 on each axis",
         "Order 2 reaches two cells. The 3×3 box also has 9 points, but order 1: another stencil, "
         "with another halo.",
         "analytics chapter bounds.a"},
        {"Numba course, chapter 5", "guard i > rad", "i >= rad",
         "Index rad has rad cells to its left and is the first valid point; i > rad leaves it out.",
         ""},
        {"Numba course, chapter 5", "first derivative of radius 2: c·[−1, 8, 0, −8, 1]",
         "[1, −8, 0, 8, −1] / 12h",
         "The printed coefficients give the negative of the derivative: the cell to the right has "
         "to count positively. The course's own code has it right.",
         ""},
        {"Numba course, chapter 5", "second difference with f(i+1) twice",
         "f(i+1) − 2·f(i) + f(i−1)",
         "Both neighbours have a part: with f(i+1) twice even a constant slope would have a "
         "curvature.",
         ""},
        {"Numba course, chapter 5", "threads past the end return before the barrier",
         "allowed, but fragile",
         "A barrier waits only for threads that have not exited. But no thread that returns may "
         "have a cell to load: its neighbours would read what nobody wrote.",
         "check 05 COPY.cu",
         "in a copy of solutions/05-shared-memory-tiling/kernel.cu let the threads of boundary "
         "cells return before the load"},
        {"another reader's notes on PMPP 8", "tile coordinates unsigned, minus 1", "signed",
         "The first block's halo begins at −1: unsigned, it wraps to 4,294,967,295.", ""},
        {"another reader's notes on PMPP 8", "a load guarded by the tile's size",
         "guarded by the grid's size",
         "The coordinate is the grid's: guarded by the tile's size, only the first tiles load "
         "anything.",
         "check 05 COPY.cu",
         "in a copy of solutions/05-shared-memory-tiling/kernel.cu guard the load by IN_TILE in "
         "the place of n"},
        {"another reader's notes on PMPP 8", "#define OUT_TILE_DIM IN_TILE_DIM - 2",
         "(IN_TILE_DIM - 2)",
         "The preprocessor puts text, not a number: b * OUT_TILE_DIM becomes b * IN_TILE_DIM - 2.",
         "check 05 COPY.cu",
         "in a copy of solutions/05-shared-memory-tiling/kernel.cu write #define OUT_TILE IN_TILE "
         "- 2 for the constant"},
        {"another reader's notes on PMPP 8",
         "i += start inside the loop; register shift and barrier outside it",
         "the start added once; shift and barrier in every turn",
         "The start is added again every turn, the planes never move on, and the next plane is "
         "overwritten while others still read it.",
         "check 07 COPY.cu",
         "in a copy of solutions/07-register-tiling/kernel.cu end the loop before its second "
         "barrier, which leaves the barrier and the shift of the registers behind it"},
        {"CUDA tiling for a 7-point stencil", "about 768 halo reads, 64 % fewer reads",
         "384 halo reads, 75 % fewer",
         "The 8³ block has six faces of 64 cells: 512 + 384 = 896 reads instead of 7·512 = 3,584.",
         "analytics chapter faces.b"},
        {"CUDA tiling for a 7-point stencil", "tiling is 7 to 9 times as fast",
         "half as fast, on an H200",
         "The 8³ tiled kernel makes 2.9 times fewer loads, but the caches already hold what the "
         "basic kernel reads again: measured at 512³ on one H200, 810 GB/s against 1,666 GB/s, "
         "counted as 8 bytes a cell.",
         "analytics chapter loads"},
    };
    return list;
}

} // namespace kit
