#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace kit {

namespace {

/// In terms. With more neighbours some mixture of old and new values comes close to any number.
constexpr std::size_t most_neighbours = 8;

/// The mixture of old and new neighbours that comes closest to the cell's value.
class Mixture {
public:
    explicit Mixture(const Run& run) : run_(run), right_(run, formula_of(run)) {}

    std::optional<Prediction> operator()(const Cell& cell) const {
        if (!run_.computes(cell)) {
            return run_.as_input(cell);
        }
        // How the sum of old values changes if a neighbour has its new value.
        std::array<double, most_neighbours> difference{};
        std::size_t neighbours = 0;
        double magnitude = 0;
        const auto old = right_.at(
            cell, [&](std::size_t term, const Cell&, std::int64_t index) -> std::optional<double> {
                if (run_.lab.stencil[term].offset != std::array<int, 3>{}) {
                    const double coefficient = run_.data.coefficients[term];
                    difference[neighbours] = coefficient * (run_.output[index] - run_.input[index]);
                    magnitude += std::abs(coefficient * run_.output[index]);
                    ++neighbours;
                }
                return run_.input[index];
            });
        if (!old) {
            return std::nullopt;
        }
        const double got = run_.output[run_.index(cell)];
        std::array<double, std::size_t{1} << most_neighbours> sums{};
        sums[0] = old->value;
        double nearest = sums[0];
        for (std::uint32_t mixture = 1; mixture < 1U << neighbours; ++mixture) {
            const std::uint32_t rest = mixture & (mixture - 1);
            sums[mixture] = sums[rest] + difference[std::countr_zero(mixture)];
            if (std::abs(sums[mixture] - got) < std::abs(nearest - got)) {
                nearest = sums[mixture];
            }
        }
        return Prediction{nearest, old->allowed + magnitude * run_.error_factor};
    }

private:
    const Run& run_;
    FormulaAt right_;
};

} // namespace

std::vector<Hypothesis> updated_in_place(const Run& run) {
    const bool has_neighbours = reach(run.lab) > 0;
    if (run.lab.steps > 1 || !has_neighbours || run.lab.stencil.size() > most_neighbours ||
        run.lab.boundary == BoundaryRule::one_sided || run.lab.result_range ||
        run.lab.result_operation != ResultOperation::none) {
        return {};
    }
    const std::string in = argument_name(run.lab, KernelArgument::Role::input);
    return {
        {"in-place", "",
         "equals a sweep over a mixture of old and new values: some neighbours had already been "
         "updated",
         fmt::format("A sweep reads old values only: every term comes from {} as it was before "
                     "the launch, or from a tile that no thread overwrites until all have read "
                     "it.",
                     in),
         Mixture(run), true}};
}

} // namespace kit
