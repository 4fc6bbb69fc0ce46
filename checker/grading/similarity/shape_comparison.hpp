// Compares kernels by their structure: which statements, sums, conditions and names they have in common.
//
// What few of the class have counts more than what many have, and what the skeleton has counts nothing. What only one
// of two has, counts much even if many have it: who leaves out the usual has decided something.
#pragma once

#include "checker/grading/similarity/kernel_shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kit {

struct SimilarShapes {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double similarity = 0;
};

class ShapeComparison {
public:
    /// `kernels` without what they have of `skeleton`.
    ShapeComparison(const std::vector<ShapePart>& skeleton,
                    const std::vector<std::vector<ShapePart>>& kernels);

    /// All pairs with at least this similarity, first < second, each once.
    [[nodiscard]] std::vector<SimilarShapes> pairs(double least) const;

private:
    static constexpr std::size_t views = 6;

    struct Counted {
        std::uint32_t part = 0;
        std::uint32_t count = 0;
    };

    /// The parts of one kernel in one view, the rarest first.
    using Bag = std::vector<Counted>;

    struct Common {
        double shared = 0;
        double different = 0;
    };

    [[nodiscard]] double similarity(std::uint32_t first, std::uint32_t second) const;
    [[nodiscard]] double share(std::size_t view, std::uint32_t first, std::uint32_t second) const;
    /// Pairs that have one of their rarest parts in common, without which they cannot be similar enough.
    void add_candidates(std::size_t view, double least,
                        std::vector<std::pair<std::uint32_t, std::uint32_t>>& found) const;

    std::vector<std::array<Bag, views>> bags_;
    std::vector<double> worth_;
};

} // namespace kit
