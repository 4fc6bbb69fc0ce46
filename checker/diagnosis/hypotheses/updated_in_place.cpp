#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// With more neighbours some mixture of old and new values comes near any number.
constexpr std::size_t most_neighbours = 8;

/// Of all mixtures of old and new neighbours the one nearest to what the cell holds.
class Mixture {
public:
    explicit Mixture(const Run& run) : run_(run), right_(run, formula_of(run)) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return Prediction{run_.input[run_.index(cell)], 0};
        }
        std::vector<std::size_t> changed;
        for (std::size_t term = 0; term < run_.lab.stencil.size(); ++term) {
            if (run_.lab.stencil[term].offset != std::array<int, 3>{}) {
                changed.push_back(term);
            }
        }
        const double got = run_.output[run_.index(cell)];
        std::optional<Prediction> nearest;
        for (std::uint32_t mixture = 0; mixture < 1U << changed.size(); ++mixture) {
            const auto mixed = right_.at(
                cell,
                [&](std::size_t term, const Cell&, std::int64_t index) -> std::optional<double> {
                    const auto place = std::find(changed.begin(), changed.end(), term);
                    const bool is_new =
                        place != changed.end() && (mixture >> (place - changed.begin()) & 1U) != 0;
                    return is_new ? run_.output[index] : run_.input[index];
                });
            if (mixed &&
                (!nearest || std::abs(mixed->value - got) < std::abs(nearest->value - got))) {
                nearest = mixed;
            }
        }
        return nearest;
    }

private:
    const Run& run_;
    FormulaAt right_;
};

} // namespace

std::vector<Hypothesis> updated_in_place(const Run& run) {
    const bool has_neighbours = reach(run.lab) > 0;
    if (run.lab.steps > 1 || !has_neighbours || run.lab.stencil.size() > most_neighbours ||
        run.lab.boundary == BoundaryRule::one_sided) {
        return {};
    }
    const std::string in = argument_name(run.lab, Argument::Role::input);
    return {{"in-place", "",
             "equals the sweep over old and new values mixed: some neighbours had been updated "
             "already",
             fmt::format("A sweep reads old values only: every term comes from {} as it was before "
                         "the launch, or from a tile that nobody overwrites before all have read.",
                         in),
             Mixture(run)}};
}

} // namespace kit
