#include "analytics/block_notes.hpp"

#include "analytics/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace analytics {

namespace {

std::string index_range(std::int64_t first, std::int64_t last) {
    return first == last ? "index " + grouped(first)
                         : fmt::format("indices {} to {}", grouped(first), grouped(last));
}

/// What the two counts mean along an axis where they differ, without the axis's name, so that axes
/// of which the same is true share a sentence; empty where the counts agree.
std::string difference(const KernelModel& model, const Traffic& counts, int axis) {
    const Axis divided = divided_axis(model, axis);
    const std::int64_t textbook = counts.textbook_blocks[axis];
    const std::int64_t least = counts.least_blocks[axis];
    if (textbook < least) {
        const std::int64_t end = textbook * divided.tile;
        return fmt::format("the textbook's {} tiles of {}, the first of which begins with a "
                           "boundary cell, end at index {} and leave {} uncomputed: {} are needed.",
                           grouped(textbook), grouped(divided.tile), grouped(end - 1),
                           index_range(end, divided.cells - divided.margin() - 1), grouped(least));
    }
    if (textbook > least) {
        return fmt::format(
            "the first {} of the textbook's {} blocks are enough; beyond them is boundary.",
            grouped(least), grouped(textbook));
    }
    return "";
}

} // namespace

std::vector<std::string> block_count_notes(const KernelModel& model, const Traffic& counts) {
    const std::array<std::string, 3> axes{
        difference(model, counts, 0), difference(model, counts, 1), difference(model, counts, 2)};
    std::vector<std::string> notes;
    for (int axis = 0; axis < 3; ++axis) {
        const bool told =
            std::find(axes.begin(), axes.begin() + axis, axes[axis]) != axes.begin() + axis;
        if (axes[axis].empty() || told) {
            continue;
        }
        std::string letters(1, axis_name(axis));
        for (int other = axis + 1; other < 3; ++other) {
            if (axes[other] == axes[axis]) {
                letters += fmt::format(", {}", axis_name(other));
            }
        }
        notes.push_back(fmt::format("Along {} {}", letters, axes[axis]));
    }
    return notes;
}

std::string shared_memory_note(const Traffic& counts) {
    if (counts.shared_bytes_per_block <= most_plain_shared_bytes) {
        return "";
    }
    return fmt::format(
        "A block's {} bytes of shared memory are more than the 48 KB ({} bytes) that "
        "it gets without asking for more.",
        grouped(counts.shared_bytes_per_block), grouped(most_plain_shared_bytes));
}

} // namespace analytics
