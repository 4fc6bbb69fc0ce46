#include "checker/check/drawn_grids.hpp"

#include "checker/catalog/grid_text.hpp"
#include "checker/diagnosis/diagnoses.hpp"
#include "checker/reference/random_bits.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

struct Sides {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

Sides small_sides(const Lab& lab) {
    const std::int64_t least = std::max<std::int64_t>(least_extent(lab), 7);
    return {least, std::max(most_cells[lab.axes], least + 30)};
}

/// Such as give a grid on which the technique is judged.
Sides judged_sides(const Lab& lab) {
    const double root = std::pow(static_cast<double>(least_cells_of_technique(lab)),
                                 1.0 / static_cast<double>(lab.axes));
    const std::int64_t least =
        std::max(static_cast<std::int64_t>(std::ceil(root - 1e-9)), small_sides(lab).least);
    return {least, least + least / 4};
}

class Draw {
public:
    Draw(const Lab& lab, std::uint64_t seed)
        : lab_(lab), bits_(RandomBits(seed)
                               .derive(0x6772696473) // "grids"
                               .derive(static_cast<std::uint64_t>(lab.variant))) {}

    /// Another grid than the lab's and than these. Where no prime fits, any number does.
    Extents grid(const Sides& range, bool prime, const std::vector<Extents>& besides) {
        constexpr int most_tries = 100;
        for (int tries = 0;; ++tries) {
            std::array<std::int64_t, 3> sides{1, 1, 1};
            for (std::size_t axis = 0; axis < lab_.axes; ++axis) {
                sides[axis] =
                    axis > 0 && lab_.cube ? sides[0] : side(range, prime && tries < most_tries);
            }
            const Extents drawn{sides[0], sides[1], sides[2]};
            const auto is_new = [&drawn](const std::vector<Extents>& grids) {
                return std::ranges::find(grids, drawn) == grids.end();
            };
            const bool differ = lab_.cube || lab_.axes < 2 || sides[0] != sides[1];
            if (differ && is_new(lab_.cases) && is_new(besides)) {
                return drawn;
            }
        }
    }

private:
    std::int64_t side(const Sides& range, bool prime) {
        constexpr int most_tries = 1000;
        for (int tries = 0;; ++tries) {
            const std::int64_t drawn =
                range.least +
                static_cast<std::int64_t>(bits_.at(position_++) %
                                          static_cast<std::uint64_t>(range.most - range.least + 1));
            if (!prime || tries == most_tries || is_prime(drawn)) {
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
    std::vector<Extents> grids;
    const bool is_one_of_many = variant.variants.size() > 2;
    if (!is_one_of_many || !variant.technique) {
        grids.push_back(draw.grid(small_sides(variant), true, grids));
    }
    if (variant.technique) {
        grids.push_back(draw.grid(judged_sides(variant), is_one_of_many, grids));
    } else if (!is_one_of_many) {
        grids.push_back(draw.grid(small_sides(variant), false, grids));
    }
    return grids;
}

} // namespace kit
