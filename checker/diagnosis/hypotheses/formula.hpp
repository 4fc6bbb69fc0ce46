// The lab's formula at one cell, as it is or with something changed in it.
#pragma once

#include "checker/diagnosis/hypotheses/run.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

/// What a cell holds if a hypothesis is true, within `allowed` for the roundings of the sum.
struct Prediction {
    double value = 0;
    double allowed = 0;
};

struct Formula {
    std::vector<double> coefficients;        ///< one a term, set by set, as in CaseData
    std::vector<std::array<int, 3>> offsets; ///< of the terms
    BoundaryRule boundary = BoundaryRule::keep;
    ResultOperation operation = ResultOperation::none;
    std::optional<ResultRange> range;
    bool keeps_boundary = false; ///< cells outside the run's interior hold what they held
};

/// The right one.
[[nodiscard]] Formula formula_of(const Run& run);

/// A formula over the input of a run, or over what else stands in for a term's cell.
class FormulaAt {
public:
    /// The run must outlive it.
    FormulaAt(const Run& run, Formula formula);

    /// Under "keep" a term outside the grid is read where its index leads to, as a kernel reads it;
    /// nothing where that is outside the array.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

    /// `read(term, from, index)` stands for the input: the term's number, its cell, and that cell's
    /// index. Its result is a std::optional<double>; without a value there is no prediction.
    template <class Read>
    [[nodiscard]] std::optional<Prediction> at(const Cell& cell, const Read& read) const {
        double sum = 0;
        double magnitude = 0;
        const std::size_t terms = formula_.offsets.size();
        const std::size_t first = set_at(cell) * terms;
        for (std::size_t term = 0; term < terms; ++term) {
            Cell from = cell;
            bool on_grid = true;
            for (std::size_t axis = 0; axis < from.size(); ++axis) {
                from[axis] = source(formula_.boundary, axes_[axis], cell[axis],
                                    formula_.offsets[term][axis]);
                on_grid =
                    on_grid && (from[axis] != outside || formula_.boundary == BoundaryRule::keep);
            }
            if (formula_.boundary == BoundaryRule::one_sided && from[0] == outside && fits()) {
                return std::nullopt; // a changed offset leads off the grid
            }
            if (!on_grid) {
                continue; // it counts as 0
            }
            const std::optional<double> value = read(term, from, run_.index(from));
            if (!value) {
                return std::nullopt;
            }
            const double summand = formula_.coefficients[first + term] * *value;
            sum += summand;
            magnitude += std::abs(summand);
        }
        return result_of(sum, magnitude);
    }

private:
    /// Whether the x axis is as long as the stencil.
    [[nodiscard]] bool fits() const { return axes_[0].extent > axes_[0].highest - axes_[0].lowest; }

    [[nodiscard]] std::size_t set_at(const Cell& cell) const;
    [[nodiscard]] Prediction result_of(double sum, double magnitude) const;
    /// Of an inner cell: every term lies at a fixed distance.
    [[nodiscard]] Prediction inner_sum(std::int64_t index) const;

    const Run& run_;
    Formula formula_;
    std::array<Axis, 3> axes_;
    std::vector<std::int64_t> distances_;   ///< of the terms' cells in memory
    std::array<std::int64_t, 3> lowest_{};  ///< cells from here have all terms on the grid...
    std::array<std::int64_t, 3> highest_{}; ///< ...to here
};

} // namespace kit
