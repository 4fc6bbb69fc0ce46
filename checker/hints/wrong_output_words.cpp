#include "checker/hints/wrong_output_words.hpp"

namespace kit {

namespace {

struct Entry {
    std::string_view explanation;
    FindingWords words;
};

constexpr Entry entries[] = {
    {"coefficients-exchanged",
     {"A stencil is a list of pairs: a neighbour and its coefficient. All neighbours may be there "
      "and the sum is still wrong when two of them have changed coefficients.",
      "Write the list from the lab's opening comment beside your sum and tick off each pair: which "
      "coefficient goes with -x, which with +x, and so on. Two of yours are exchanged."}},
    {"coefficients-truncated",
     {"Coefficients are numbers with a fraction. Kept in an int, or divided as integers, they lose "
      "it: 1 / 2 is 0.",
      "Keep coefficients and sums in the lab's element type from the first to the last step, and "
      "write 1.0f / 2 where a fraction is meant."}},
    {"block-count-short",
     {"The grid's blocks must cover every output cell. A block with a halo computes fewer cells "
      "than it has threads, so that it takes more blocks than extent divided by threads, and the "
      "division has to be rounded up.",
      "In launch_config(), divide the cells to compute by the cells that one block computes, its "
      "output tile, and round up: (cells + tile - 1) / tile. Try it by hand on the largest grid of "
      "the table."}},
    {"neighbour-left-out",
     {"Each output cell is a sum over all points of the stencil: the centre and every neighbour "
      "within reach. One of them does not arrive in yours.",
      "Count the terms of your sum against the stencil's points, and look for the condition that "
      "leaves one out. In a marched kernel it is often the plane before or the plane after."}},
    {"output-equals-input",
     {"The store is reached, but what it stores is the cell's old value: the sum never gets into "
      "it.",
      "Follow the variable that is stored backwards: it must be the sum over the neighbours, each "
      "times its coefficient, and not the centre alone."}},
    {"shifted",
     {"The values are right, at the wrong place. An input tile begins one stencil's reach before "
      "its first output, so that a thread's place in the tile and its cell on the grid differ by "
      "the halo.",
      "Take one thread and write down which cell it loads, where in the tile it puts it, and which "
      "cell it stores to. The halo must be subtracted exactly once on the way from the tile to the "
      "grid."}},
    {"halo-zero",
     {"Cells at a tile's faces need neighbours that belong to the next tile: the halo. Here they "
      "count as zero, so that every tile's rim is wrong while its middle is right.",
      "Load the halo as well: a halo cell of the tile is zero only where the lab says that cells "
      "outside the grid are. Inside the grid it is the neighbouring tile's cell, read from the "
      "input array."}},
    {"in-place",
     {"A sweep computes every cell from the old values. When a new value is written where others "
      "still read, some threads see old and some see new neighbours.",
      "Read from the input, or from the tile that was loaded from it, and write to the output "
      "only. "
      "Where a tile is reused, let a barrier pass before it is overwritten."}},
    {"transposed",
     {"In memory x is the fastest axis: cell (x, y, z) is element (z * height + y) * width + x. "
      "Here two axes have changed places between the threads and the index.",
      "Check for each index variable that it comes from the right one of threadIdx.x, .y and .z, "
      "and "
      "that the variable multiplied by nothing is the one from .x."}},
    {"boundary-as-interior",
     {"Cells nearer to the border than the stencil's reach have no full set of neighbours and "
      "follow "
      "a rule of their own, which the lab's opening comment names. Here they are computed as if "
      "they were inner cells.",
      "Put a condition round the store, or the sum, that tells boundary cells apart along every "
      "axis: index at least the reach, and less than the extent minus the reach."}},
};

} // namespace

FindingWords wrong_output_words() {
    return {
        "Every output cell has one thread that computes it from its neighbours. A wrong cell means "
        "that this thread did not come, came for another cell, or added the wrong terms.",
        "Take the first wrong cell and the smallest grid of the table, and play the thread that "
        "owns it, on paper: which block and thread, which cells it reads, which coefficient goes "
        "with each, where it stores. Compare each step with your code."};
}

std::optional<FindingWords> wrong_output_words(std::string_view explanation) {
    for (const Entry& entry : entries) {
        if (entry.explanation == explanation) {
            return entry.words;
        }
    }
    return std::nullopt;
}

} // namespace kit
