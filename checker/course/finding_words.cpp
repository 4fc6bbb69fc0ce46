#include "checker/course/hints.hpp"

#include <optional>

namespace kit {

namespace {

struct Entry {
    std::string_view explanation;
    FindingWords words;
};

constexpr Entry entries[] = {
    {"coefficients-exchanged",
     {"A stencil is a list of pairs of a neighbour and its coefficient. If two neighbours have "
      "each other's coefficient, the sum is wrong although all neighbours are in it.",
      "Compare your sum with the list in the lab's opening comment and tick off each pair: which "
      "coefficient goes with -x, which with +x, and so on. Two of yours are exchanged."}},
    {"coefficients-transposed",
     {"A table with a row for each place lies in memory row after row: element (row, column) is at "
      "row times the row's length plus column. With the two exchanged only the diagonal is right.",
      "Write down for places 0 and 1 at which element of c their coefficients begin, and compare "
      "with your index."}},
    {"coefficients-row-length",
     {"A table with a row for each place lies in memory row after row, and a row is as long as the "
      "window has points: the coefficients of place p begin at p times that many.",
      "Write down for places 0, 1 and 2 at which element of c their coefficients begin, and "
      "compare "
      "with your index."}},
    {"neighbours-moved",
     {"In a march the plane in shared memory must be the one that is computed: the neighbours read "
      "theirs there. Yours holds the plane after or before it.",
      "Take one step by hand, and write down which of below, here and above is stored to shared "
      "memory, and which plane of the grid it is at that moment."}},
    {"sum-not-reset",
     {"A variable that is declared before the loop keeps its value from step to step: each cell "
      "adds to the sum of the cells before.",
      "Declare the sum inside the loop, or set it to its first term there."}},
    {"result-at-limit",
     {"To clamp is to take the greater of the value and the lower limit, and the smaller of that "
      "and the upper limit. With the two exchanged the result is always a limit.",
      "Try your expression by hand with a value between the limits: it must come out unchanged."}},
    {"coefficients-truncated",
     {"Coefficients have fractions. Stored in an int, or divided as integers, they lose the "
      "fraction: 1 / 2 is 0.",
      "Keep coefficients and sums in the lab's element type throughout, and write 1.0f / 2 for a "
      "fraction."}},
    {"block-count-short",
     {"The grid's blocks must cover every output cell. A block with a halo computes fewer cells "
      "than it has threads, so you need more blocks than the extent divided by the threads, and "
      "the division must round up.",
      "In launch_config(), count the cells from the first one of block 0, which may be a boundary "
      "cell, to the last one to compute. Divide by the cells of one block's output tile, and round "
      "up: (cells + tile - 1) / tile. Try it by hand on a grid that failed."}},
    {"blocks-apart",
     {"A block with a halo has more threads than outputs. If its neighbour begins as many cells "
      "further as the block has threads, the cells between the outputs of the two are never "
      "written.",
      "Write down the first output of blocks 0, 1 and 2: each begins where the outputs before it "
      "end. So the block's number is multiplied by the output tile's extent, not by the block's."}},
    {"blocks-idle",
     {"Which cells a block computes follows from blockIdx. Here the first blocks store their "
      "cells, "
      "and the others few or none.",
      "Write down for blocks 0 and 1 where the loop begins and where it ends. If it ends at the "
      "same plane in both, the block's number is missing there; if planes are skipped, it may be "
      "added in every turn."}},
    {"cells-left-out",
     {"A guard says which cells are computed: all but the boundary's, from the first of them to "
      "the last, both "
      "included. With > for >=, < for <=, or a number that is one off, a whole side of the grid is "
      "left out, or of each "
      "tile.",
      "Take the first cell to compute and the last one, and put both into your condition by hand: "
      "it must be true for "
      "them, and false for their neighbours on the boundary."}},
    {"loop-step-mistaken",
     {"Where the launch has fewer threads than the grid has cells, each thread computes several, "
      "in "
      "a loop: from its own cell on it advances by the number of all threads. By more, cells are "
      "left out; by fewer, several threads compute the same one.",
      "Write down which cells thread 0 of block 0 computes, and which the launch's last thread: in "
      "each round the threads together take cells side by side, and the next round goes on right "
      "behind them, gridDim.x * blockDim.x further."}},
    {"march-mistaken",
     {"A march along z keeps three planes: below, here and above. In each step one new plane comes "
      "in as above; then the planes move: here becomes below, and above becomes here.",
      "Take three steps by hand and write down which plane of the grid each of the three names "
      "stands for. Compare that with i - 1, i and i + 1."}},
    {"overlap-short",
     {"A tile is swept several times, and its outermost cells lack neighbours, which are in other "
      "tiles. With each sweep one more ring of the tile becomes wrong; that ring is left out of "
      "the output.",
      "Let tiles overlap by as many cells on each side as the launch makes sweeps, times the "
      "stencil's reach, and store only what lies inside that overlap."}},
    {"sent-plane-mistaken",
     {"The grid is cut among several GPUs. What a GPU computes beside a cut, its neighbour reads "
      "in "
      "the next sweep, so it is sent there: the new value, of the plane beside the cut, into the "
      "ghost plane of the array that the next sweep reads.",
      "Take two GPUs with three planes each and write down which plane each of them sends, and in "
      "which plane of the neighbour's slab it must lie."}},
    {"boundary-not-kept",
     {"Several sweeps are made in one launch, and the boundary keeps its values in all of them. "
      "Here "
      "only the first sweep reads the right ones.",
      "Follow one boundary cell through two sweeps: see which thread stores to it, and what the "
      "copy "
      "that the second sweep reads holds there."}},
    {"neighbour-left-out",
     {"Each output cell is a sum over all points of the stencil: the centre and every neighbour "
      "within reach. Your sum lacks one of them.",
      "Count the terms of your sum against the stencil's points, and look for a condition that "
      "skips one. In a marched kernel it is often the plane before or the plane after."}},
    {"output-equals-input",
     {"The kernel stores the cell's old value: the sum never reaches the store.",
      "Trace the stored variable backwards: it must be the sum over the neighbours, each times its "
      "coefficient, not just the centre."}},
    {"shifted",
     {"The values are right but in the wrong cells. An input tile begins one stencil reach before "
      "its first output, so a thread's position in the tile and its cell on the grid differ by the "
      "halo.",
      "Take one thread and write down which cell it loads, where in the tile it puts it, and which "
      "cell it stores to. Going from the tile to the grid, subtract the halo exactly once."}},
    {"halo-zero",
     {"Cells at a tile's faces need neighbours from the next tile: the halo. Here the halo is "
      "zero, so the edge of every tile is wrong and its middle is right.",
      "Load the halo, too. A halo cell is zero only if the lab says so for cells outside the grid. "
      "Inside the grid it is a cell of the neighbouring tile, read from the input array."}},
    {"in-place",
     {"A sweep computes every cell from old values. If a new value overwrites a cell that other "
      "threads still read, some threads see old neighbours and some see new ones.",
      "Read from the input, or from the tile loaded from it, and write only to the output. Put a "
      "barrier before overwriting a tile that is used again."}},
    {"transposed",
     {"In memory x is the fastest axis: cell (x, y, z) is element (z * height + y) * width + x. "
      "Here two axes are exchanged between the threads and the index.",
      "Check that each index variable comes from the right one of threadIdx.x, .y and .z, and that "
      "the variable without a factor is the one from .x."}},
    {"boundary-as-interior",
     {"Cells nearer to the border than the stencil's reach lack some neighbours and follow the "
      "boundary rule in the lab's opening comment. Here they are computed like inner cells.",
      "Put the store, or the sum, under a condition that excludes boundary cells along every axis: "
      "the index is at least the reach and less than the extent minus the reach."}},
    {"axes-exchanged",
     {"Each coefficient belongs to a direction. In memory x is the fastest axis: neighbours along "
      "x are one element away, along y one row, along z one plane.",
      "Check each neighbour's index: plus or minus 1 is x, plus or minus a row is y, plus or minus "
      "a plane is z. Two of them are exchanged in your sum."}},
    {"coefficient-mistaken",
     {"Every point of the stencil has its own coefficient. You use one of them twice and another "
      "never: perhaps a copied line was not changed everywhere.",
      "Read the sum term by term and look for the coefficient that appears twice."}},
    {"coefficients-moved",
     {"The coefficients are in the order of the lab's formula, the first at index 0. Yours start "
      "one index too early or too late.",
      "Compare the index of the first coefficient in your sum with the lab's opening comment. If a "
      "loop counts them, check its first value."}},
    {"coefficients-shared",
     {"A symmetric stencil has one coefficient for both neighbours along an axis. This stencil has "
      "one for each neighbour.",
      "Multiply each neighbour by its own coefficient before you add them."}},
    {"neighbour-twice",
     {"Each point of the stencil is added once. You add one of them twice: in two lines, or in a "
      "loop and before it.",
      "Count the terms of your sum against the stencil's points, including the centre, and remove "
      "the extra one."}},
    {"neighbour-mistaken",
     {"The term has the right coefficient but another cell's value: an index is off by one, a "
      "plane is too early or too late, or a shuffle reads the wrong lane.",
      "Take one thread and write down which cell this term reads, in grid coordinates. In a "
      "marching kernel, do it for the second plane, whose current value was the next value "
      "before."}},
    {"sign-mistaken",
     {"The sign of a term is already in its coefficient. A second minus in the sum reverses it.",
      "Look for a minus before this term, or for -= instead of +=."}},
    {"sum-begun-anew",
     {"A sum over several lines continues with +=. A plain = starts again and loses what was added "
      "before.",
      "Look at the line with the first term that is in the result: it has = instead of +=."}},
    {"sum-ends-early",
     {"The sum has all of its first terms and none of the last: the loop ends early, or the value "
      "is stored before the sum is complete.",
      "Check the last value of the loop's counter, and that you store the variable after the last "
      "addition."}},
    {"result-at-other-limit",
     {"The sum is clamped, but to other limits than the lab's, or the two are exchanged.",
      "Try three sums by hand: one below the range, one in it, one above."}},
    {"result-not-clamped",
     {"The lab limits the result to a range: a smaller sum becomes the low end, a larger one the "
      "high end.",
      "Before the store, clamp on both sides: take the larger of the sum and the low end, then the "
      "smaller of that and the high end."}},
    {"result-not-squared",
     {"The lab asks for the square of the sum, but your kernel stores the sum.",
      "Multiply the finished sum by itself once, just before storing it."}},
    {"centre-weighted",
     {"The cell itself has another number before it than the lab's formula gives it.",
      "Read the formula again: it says how many times the centre is in the sum."}},
    {"neighbours-added",
     {"Your sum has more terms than the stencil has points: cells that touch only at a corner are "
      "no "
      "neighbours here.",
      "Keep the terms whose index differs from the cell's along one axis."}},
    {"result-cut-off",
     {"The sum is right, and a variable is too small for it: only its last bits are stored.",
      "Look for a char or a short between the first addition and the store."}},
    {"result-scaled",
     {"Every result is the same part of the right one.",
      "Look at what happens to the sum after its last addition: a division, or a factor."}},
    {"result-truncated",
     {"The result was right until it passed through an int or was rounded, which drops the "
      "fraction.",
      "Check the type of each variable between the sum and the store, of the shared array, and of "
      "every function's parameters."}},
    {"single-precision",
     {"A float has 24 bits of precision, a double 53. Passing once through a float loses the rest.",
      "Look for float, for literals that end in f and for functions whose name ends in f; in a "
      "template, write T everywhere."}},
    {"place-mistaken",
     {"At the ends the window shifts inwards, and each position of the point in the window has its "
      "own set of coefficients. Your kernel uses the set of another position.",
      "Count the point's position from the window's low end: 0 for the first point of the grid, R "
      "in the middle, 2R for the last. That is the number of its set."}},
    {"halo-edge",
     {"At a tile's face, the neighbour belongs to the next tile. Here the tile's last cell is used "
      "instead.",
      "Do not clamp the index to the tile: load the halo, and read from it. Clamp only coordinates "
      "outside the grid, and only if the lab says so."}},
    {"halo-stale",
     {"While a block marches through the planes, its halo must keep up. Here the halo is from an "
      "earlier or later plane.",
      "Check which threads load in each step: the halo threads compute nothing, but must load too, "
      "before the barrier."}},
    {"boundary-not-read",
     {"Boundary cells are not computed, but they are neighbours of cells that are. A block must "
      "load them like all others.",
      "Use two conditions: load a cell if it is on the grid, and store it if all its neighbours "
      "are."}},
    {"boundary-rule-mistaken",
     {"The lab's opening comment gives a rule for neighbours outside the grid. Your kernel follows "
      "a different one.",
      "Write the rule as a small device function of a coordinate and the extent, and use it for "
      "each axis, at both ends."}},
    {"row-length-mistaken",
     {"A row has as many cells as the grid along x, those of the boundary included, a plane has x "
      "times y. On a cube all extents are equal, which may hide the mistake.",
      "Check the factor of each coordinate: y times the width, z times the width times the "
      "height."}},
    {"sweeps-miscounted",
     {"Each sweep works on the result of the one before. One launch does as many sweeps as the lab "
      "says, including the first and the last.",
      "Follow the sweep counter from its first value to its last, and check which buffer you store "
      "at the end: it must be the one written last."}},
    {"output-zero",
     {"Every store writes 0: the sum is empty, is multiplied by 0, or loses its fraction in an "
      "int.",
      "Trace the stored variable backwards, step by step: where its value comes from, and the type "
      "at each step."}},
};

/// For an output whose cause was not recognized.
FindingWords wrong_output_words() {
    return {"One thread computes each output cell from its neighbours. If a cell is wrong, this "
            "thread did not run, worked on another cell, or added the wrong terms.",
            "Take the first wrong cell on the smallest grid of the table, and follow its thread on "
            "paper: which block and thread it is, which cells it reads, which coefficient goes "
            "with each, where it stores. Compare each step with your code."};
}

/// For a recognized cause; nothing if this kit does not know it.
std::optional<FindingWords> wrong_output_words(std::string_view explanation) {
    for (const Entry& entry : entries) {
        if (entry.explanation == explanation) {
            return entry.words;
        }
    }
    return std::nullopt;
}

FindingWords words_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::build_error:
        return {"The compiler reads from top to bottom. The first error is the real one; later "
                "errors often follow from it.",
                "Go to the first line named and read it word by word: look for an undeclared name, "
                "a missing semicolon or bracket, a type that does not fit. Fix only that one and "
                "save again."};
    case FindingKind::invalid_launch:
        return {"A launch is a grid of blocks, each a block of threads, with every extent at least "
                "1. A block has at most 1,024 threads (the product of its extents) and 48 KiB of "
                "static shared memory. Beyond that, CUDA starts nothing.",
                "In launch_config(), multiply the block's extents, and check that no number of "
                "blocks can be 0 on a small grid. Round the division up, and shrink the tile if it "
                "does not fit."};
    case FindingKind::timeout:
        return {
            "A kernel ends when its last thread returns. A single thread that never leaves a loop, "
            "or waits for a value that no other thread writes, keeps the whole grid running.",
            "Find every loop and say what ends it. Does the counter change in each iteration, "
            "towards the limit? Is the limit reached from a negative or unsigned start? A march "
            "through planes ends at the grid's extent or after the coarsening factor."};
    case FindingKind::crash:
        return {"The kernel did something that ends a program: it followed an invalid pointer, "
                "divided by zero, left a thread's own array, read a float4 at an index that is no "
                "multiple of 4, or used an array too large for a thread.",
                "Check the pointers, divisions and indices at the line named. Keep per-thread "
                "arrays small, and put data that a block shares into __shared__ memory."};
    case FindingKind::wrong_output: return wrong_output_words();
    case FindingKind::out_of_bounds_global:
        return {"Blocks come in whole tiles; grids do not. Some threads of the first and last "
                "tiles, and the halo cells around them, belong to cells outside the grid. Before "
                "every access, the kernel must know that the cell exists.",
                "Put this access under a condition that checks, for every axis, that the index is "
                "at least 0 and less than the grid's extent. Loading a halo cell and storing an "
                "output need different conditions. In a lab that computes the grid's edge, move or "
                "clamp the index as its opening comment says."};
    case FindingKind::out_of_bounds_shared:
        return {"A tile in shared memory has a fixed size that includes the halo: an input tile is "
                "the output tile plus the stencil's reach on both sides.",
                "Compare the largest and the smallest index at this line with the array's extents. "
                "Either the tile is declared without its halo, or a thread at the tile's face "
                "computes although it should only load."};
    case FindingKind::race_shared:
        return {"The threads of a block do not run in step: without a barrier, either of two can "
                "come first. After one thread writes a cell of the tile, another may read it only "
                "after a __syncthreads(), and a thread may overwrite it only after one more.",
                "Put a __syncthreads() between the write and the read, where all threads of the "
                "block reach it. A march with a single plane in shared memory needs two: one "
                "after the load, and one before the next load overwrites what neighbours may still "
                "be reading."};
    case FindingKind::race_global:
        return {"There is no barrier between blocks. Within a launch, one block cannot rely on "
                "reading what another writes, and two threads must not write the same cell.",
                "Let exactly one thread write each output cell, and read only from the input "
                "array. Check the index: if two threads compute the same one, a block extent is "
                "often wrong, or tiles are closer together than their outputs are wide."};
    case FindingKind::uninitialized_shared:
        return {"Shared memory starts with arbitrary values. A thread may read only what a thread "
                "of its block loaded before the barrier. The corners and faces of the halo are "
                "easily forgotten.",
                "Work out which cell of the tile was read, and which thread should have loaded it. "
                "Either the condition on the load skips it, or a thread computes that should not, "
                "at the tile's face or outside the grid."};
    case FindingKind::uninitialized_global:
        return {"The output array holds no useful values before the launch, and neither does a "
                "local variable before its first assignment.",
                "Read from the input array, not from the output, and initialize sums and registers "
                "before using them."};
    case FindingKind::barrier_divergence:
        return {"__syncthreads() waits for all threads of the block. If some threads have returned "
                "or taken another branch, the others wait forever.",
                "Move the barrier out of the if, and let no thread return before it. Threads "
                "without a cell skip the work, not the barrier: load if the cell exists, barrier "
                "for all threads, compute if the thread has an output."};
    case FindingKind::early_exit_before_barrier:
        return {"A thread that has returned does not reach the barrier. CUDA does not wait for it, "
                "but what it should have loaded is missing.",
                "Turn the early return into a condition around the work, so that every thread of "
                "the block reaches the barrier."};
    case FindingKind::input_modified:
        return {"A sweep reads one grid and writes another. If the kernel writes to the input, "
                "some threads compute from new values, and which ones is random.",
                "Find the assignment to the input array, and write to the output array instead."};
    case FindingKind::technique_missing:
        return {
            "The output is right, but the traffic shows that the lab's technique is not used yet. "
            "The tile or the coarsening is there to avoid loading a cell from global memory twice.",
            "Compare the measured loads with the predicted ones. Load each cell of the input tile "
            "once per block, then read neighbours from shared memory or registers, not from the "
            "input array."};
    case FindingKind::compiler_warning:
        return {
            "The compiler accepts this line, but doubts that it does what you want: a variable "
            "without a value, a condition that is always true, an empty body. The "
            "language allows it, but it often causes wrong results.",
            "Read the line as the compiler does. Give every variable a value before it is used, "
            "compare with == and not =, and let no ';' follow a condition."};
    case FindingKind::unsupported_feature:
        return {"The emulator supports the part of CUDA that the labs need. This feature is not in "
                "it, although a GPU might run it.",
                "Use only what lab.cuh and the handout use: threads, blocks, shared memory, "
                "__syncthreads() and plain arithmetic."};
    }
    return wrong_output_words();
}

} // namespace

FindingWords finding_words(FindingKind kind, const std::string& explanation) {
    if (kind == FindingKind::wrong_output) {
        if (const std::optional<FindingWords> words = wrong_output_words(explanation)) {
            return *words;
        }
    }
    return words_of(kind);
}

} // namespace kit
