#include "checker/reference/time_steps.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kit {

namespace {

/// One sweep, row by row.
class Stepper {
public:
    Stepper(const Lab& lab, const Extents& extents, std::span<const double> coefficients)
        : terms_(cell_terms(lab, coefficients)), extents_(extents), inner_(interior(lab, extents)),
          error_factor_(cell_grid(lab, extents).error_factor) {
        for (const CellTerm& term : terms_) {
            steps_.push_back((term.offset[2] * extents.y + term.offset[1]) * extents.x +
                             term.offset[0]);
        }
    }

    void step_row(std::int64_t row, const CellStep* before, CellStep* after) const {
        if (!inner_.has_row(row % extents_.y, row / extents_.y)) {
            return;
        }
        std::int64_t x = inner_.first[0];
        const std::int64_t begin = row * extents_.x;
        for (; x + together <= inner_.last[0]; x += together) {
            step<together>(before + begin + x, after + begin + x);
        }
        for (; x < inner_.last[0]; ++x) {
            step<1>(before + begin + x, after + begin + x);
        }
    }

private:
    /// As many cells as the compiler is to compute side by side.
    static constexpr std::int64_t together = 8;

    /// As stepped_cell(), for several cells of a row.
    template <std::int64_t cells>
    void step(const CellStep* before, CellStep* after) const {
        double value[cells]{};
        double magnitude[cells]{};
        double handed_on[cells]{};
        for (std::size_t term = 0; term < terms_.size(); ++term) {
            const CellStep* const from = before + steps_[term];
            const double coefficient = terms_[term].coefficient;
            for (std::int64_t i = 0; i < cells; ++i) {
                const double product = coefficient * from[i].value;
                value[i] += product;
                magnitude[i] += std::fabs(product);
                handed_on[i] += std::fabs(coefficient) * from[i].allowed;
            }
        }
        for (std::int64_t i = 0; i < cells; ++i) {
            after[i] = {value[i], handed_on[i] + error_factor_ * (magnitude[i] + handed_on[i])};
        }
    }

    std::vector<CellTerm> terms_;
    std::vector<std::int64_t> steps_; ///< in memory, from a cell to each term's
    Extents extents_;
    Interior inner_;
    double error_factor_;
};

} // namespace

std::vector<CellStep> step_grid(const Lab& lab, const Extents& extents,
                                std::span<const std::byte> input,
                                std::span<const double> coefficients) {
    require_size("input", input, lab, extents);
    const float* const cells = elements<float>(input);
    std::vector<CellStep> before(static_cast<std::size_t>(extents.cells()));
    std::transform(cells, cells + extents.cells(), before.begin(), [](float value) {
        return CellStep{static_cast<double>(value), 0};
    });
    std::vector<CellStep> after = before; // sweeps leave the boundary as it is
    const Stepper stepper(lab, extents, coefficients);
    const std::int64_t rows = extents.y * extents.z;
    for (int done = 0; done < lab.steps; ++done) {
        for_each_part(rows, std::min(rows, parts_for(extents.cells())),
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                          for (std::int64_t row = first; row < last; ++row) {
                              stepper.step_row(row, before.data(), after.data());
                          }
                      });
        std::swap(before, after);
    }
    return before;
}

} // namespace kit
