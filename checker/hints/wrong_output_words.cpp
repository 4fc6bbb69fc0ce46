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
    {"axes-exchanged",
     {"Each coefficient belongs to a direction. In memory x is the fastest axis: its neighbours "
      "are "
      "one element away, those along y a row, those along z a plane.",
      "Check each neighbour's index: plus or minus 1 is x, plus or minus a row's length is y, plus "
      "or minus a plane's is z. Two of them have changed places in your sum."}},
    {"coefficient-mistaken",
     {"Every point of the stencil has a coefficient of its own. One of yours stands in two places, "
      "and another in none: a line that was copied keeps what was not changed.",
      "Read the sum term by term and look for the coefficient that comes twice."}},
    {"coefficients-moved",
     {"The coefficients come in the order of the lab's formula, the first at index 0. Yours begin "
      "one place too early or too late.",
      "Compare the index of the first coefficient in your sum with the lab's opening comment, and "
      "where a loop counts them, its first value."}},
    {"coefficients-shared",
     {"A symmetric stencil has one coefficient for both neighbours of a direction. This one has "
      "one for each neighbour.",
      "Write each neighbour's term on its own, with its own coefficient, before you sum them."}},
    {"neighbour-twice",
     {"Each point of the stencil is added once. One of yours comes twice: in two lines, or in a "
      "loop "
      "and before it.",
      "Count the terms of your sum against the stencil's points, the centre too, and strike the "
      "one "
      "too many."}},
    {"neighbour-mistaken",
     {"The term is there, with the right coefficient, but its value is another cell's: an index "
      "that "
      "is off by one, a plane too early or too late, or a lane of a shuffle that is not the "
      "neighbour's.",
      "Take one thread and write down which cell this term reads, in the grid's coordinates. In a "
      "marched kernel do it for the second plane: what is current there was the next one before."}},
    {"sign-mistaken",
     {"The sign of a term is part of its coefficient, which the kernel is given. Another one in "
      "the "
      "sum turns it round.",
      "Look for a minus before this term, or for -= where += belongs."}},
    {"sum-begun-anew",
     {"A sum that is written in several lines goes on with +=. A plain = begins anew and forgets "
      "what was added before.",
      "Look at the line in which the first of the terms that arrive stands: there is = where += "
      "belongs."}},
    {"sum-ends-early",
     {"The sum has all its first terms and none of its last: the loop ends early, or what is "
      "stored "
      "was not the whole sum yet.",
      "Look at the last value of the loop's counter, and at what is stored: the variable after the "
      "last addition."}},
    {"result-not-clamped",
     {"The lab asks for a result within a range: a sum below its low end becomes the low end, one "
      "above its high end the high end.",
      "Before the store, take the greater of the sum and the low end, and the lesser of that and "
      "the "
      "high end: both sides."}},
    {"result-not-squared",
     {"The lab asks for the square of the sum, and the sum itself is stored.",
      "Multiply the finished sum by itself, once, right before it is stored."}},
    {"result-truncated",
     {"The result was right until it passed through an int, which holds no fraction.",
      "Look at the type of each variable between the sum and the store, of the shared array, and "
      "of "
      "every function's parameters."}},
    {"single-precision",
     {"A float keeps 24 bits, a double 53. One float on the way, and the rest is lost for good.",
      "Look for float, for literals that end in f and for functions whose name ends in f; in a "
      "template write T everywhere."}},
    {"place-mistaken",
     {"At the ends the stencil leans inwards, and for each place of the point in its window there "
      "is "
      "a set of coefficients. Yours are taken from another place's set.",
      "Count the point's place from the window's low end: 0 for the first point of the grid, R in "
      "the middle, 2R for the last. That is the number of the set."}},
    {"halo-edge",
     {"At a tile's face the neighbour belongs to the next tile. Here the tile's own last cell "
      "stands "
      "in for it.",
      "Do not clamp the index to the tile: load the halo, and read from it. Only coordinates "
      "outside "
      "the grid may be moved, and only where the lab says so."}},
    {"halo-stale",
     {"While a block marches through the planes, the halo must march along. Here it is some planes "
      "behind, or ahead.",
      "Look at which threads load in each step: those of the halo, which compute nothing, must "
      "load "
      "as well, before the barrier."}},
    {"boundary-not-read",
     {"Boundary cells are not computed, but they are neighbours of cells that are: a block loads "
      "them as it loads all others.",
      "Separate the two conditions: a cell is loaded if it lies on the grid, and stored if all its "
      "neighbours do."}},
    {"boundary-rule-mistaken",
     {"For neighbours outside the grid the lab has a rule, which its opening comment names. Your "
      "kernel follows another one.",
      "Write the rule as one small device function of a coordinate and the extent, and use it for "
      "each axis, at both ends."}},
    {"row-length-mistaken",
     {"A row is as long as the grid along x, a plane holds x times y cells. On a cube all extents "
      "are equal, and a mistake stays hidden.",
      "Look at what each coordinate is multiplied with: y with the width, z with the width times "
      "the "
      "height."}},
    {"sweeps-miscounted",
     {"Each sweep works on what the one before it left. One launch does as many as the lab says, "
      "the first and the last included.",
      "Follow the counter of sweeps from its first value to its last, and look at which buffer is "
      "stored at the end: the one written last."}},
    {"output-zero",
     {"Every store happens, and what it stores is 0: the sum is empty, was multiplied by 0, or "
      "lost "
      "its fraction in an int.",
      "Follow the stored variable backwards, step by step: where its value comes from, and which "
      "type each step has."}},
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
