#include "checker/check/drawn_grids.hpp"

#include "checker/catalog/grid_text.hpp"
#include "checker/reference/random_bits.hpp"

#include <algorithm>
#include <array>

namespace kit {

namespace {

/// Most cells along an axis, by the number of axes: some 40,000 cells at most take milliseconds.
constexpr std::array<std::int64_t, 4> most_cells{0, 1999, 99, 37};

bool is_prime(std::int64_t number) {
    for (std::int64_t divisor = 2; divisor * divisor <= number; ++divisor) {
        if (number % divisor == 0) {
            return false;
        }
    }
    return number > 1;
}

class Draw {
public:
    Draw(const Lab& lab, std::uint64_t seed)
        : lab_(lab), bits_(RandomBits(seed)
                               .derive(0x6772696473) // "grids"
                               .derive(static_cast<std::uint64_t>(lab.variant))) {}

    /// Another grid than the lab's and than these.
    Extents grid(bool prime, const std::vector<Extents>& besides) {
        for (;;) {
            std::array<std::int64_t, 3> sides{1, 1, 1};
            for (int axis = 0; axis < lab_.axes; ++axis) {
                const auto at = static_cast<std::size_t>(axis);
                sides[at] = axis > 0 && lab_.cube ? sides[0] : side(prime);
            }
            const Extents drawn{sides[0], sides[1], sides[2]};
            const auto is_new = [&drawn](const std::vector<Extents>& grids) {
                return std::find(grids.begin(), grids.end(), drawn) == grids.end();
            };
            const bool differ = lab_.cube || lab_.axes < 2 || sides[0] != sides[1];
            if (differ && is_new(lab_.cases) && is_new(besides)) {
                return drawn;
            }
        }
    }

private:
    std::int64_t side(bool prime) {
        const std::int64_t least = std::max<std::int64_t>(least_extent(lab_), 7);
        const std::int64_t most =
            std::max(most_cells[static_cast<std::size_t>(lab_.axes)], least + 30);
        for (;;) {
            const std::int64_t drawn =
                least + static_cast<std::int64_t>(bits_.at(position_++) %
                                                  static_cast<std::uint64_t>(most - least + 1));
            if (!prime || is_prime(drawn)) {
                return drawn;
            }
        }
    }

    const Lab& lab_;
    RandomBits bits_;
    std::uint64_t position_ = 0;
};

} // namespace

std::vector<Extents> drawn_grids(const Lab& variant, std::uint64_t seed) {
    Draw draw(variant, seed);
    std::vector<Extents> grids{draw.grid(true, {})};
    if (variant.variants.size() <= 2) {
        grids.push_back(draw.grid(false, grids));
    }
    return grids;
}

} // namespace kit
