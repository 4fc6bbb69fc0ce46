// A run whose output is wrong, and the lab's formula at one of its cells, as it is or with something
// changed in it.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/time_steps.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kit {

/// An array of the lab's elements, read as doubles, which hold each of them exactly.
class Values {
public:
    Values(Element element, std::span<const std::byte> bytes)
        : element_(element), bytes_(bytes),
          size_(static_cast<std::int64_t>(bytes.size() / bytes_of(element))) {}

    /// Nothing outside the array.
    [[nodiscard]] std::optional<double> at(std::int64_t index) const {
        return 0 <= index && index < size_ ? std::optional((*this)[index]) : std::nullopt;
    }

    [[nodiscard]] double operator[](std::int64_t index) const {
        switch (element_) {
        case Element::int32: return elements<std::int32_t>(bytes_)[index];
        case Element::float64: return elements<double>(bytes_)[index];
        case Element::float32: break;
        }
        return elements<float>(bytes_)[index];
    }

private:
    Element element_;
    std::span<const std::byte> bytes_;
    std::int64_t size_;
};

/// What a cell holds if a hypothesis is true; `allowed` is for the roundings of the sum.
struct Prediction {
    double value = 0;
    double allowed = 0;
};

/// Has references to the caller's values, which must outlive it.
struct Run {
    Run(const Lab& of_lab, const CaseData& given, const Observation& seen);

    const Lab& lab;
    const CaseData& data;
    const LaunchShape& launch;
    Extents extents;
    Values input;
    Values output;
    Interior inner;
    std::array<StencilAxis, 3> axes;
    double error_factor; ///< of the lab's result: error_bound.hpp

    /// Whether the lab asks for a computed value there; otherwise the cell keeps its value.
    [[nodiscard]] bool computes(const Cell& cell) const {
        return lab.boundary != BoundaryRule::keep || inner.contains(cell);
    }

    [[nodiscard]] std::int64_t index(const Cell& cell) const {
        return extents.index(cell[0], cell[1], cell[2]);
    }

    /// The prediction that the cell holds the input's value.
    [[nodiscard]] Prediction as_input(const Cell& cell) const { return {input[index(cell)], 0}; }
};

struct Formula {
    std::vector<double> coefficients;        ///< one per term, set by set, as in CaseData
    std::vector<std::array<int, 3>> offsets; ///< of the terms
    BoundaryRule boundary = BoundaryRule::keep;
    ResultOperation operation = ResultOperation::none;
    std::optional<ResultRange> range;
    bool keeps_boundary = false; ///< cells outside the run's interior hold what they held
};

/// The lab's.
[[nodiscard]] Formula formula_of(const Run& run);

/// A formula over the input of a run, or over other values in the place of a term's cell.
class FormulaAt {
public:
    /// The run must outlive it.
    FormulaAt(const Run& run, Formula formula);

    /// Under "keep" a term outside the grid is read where its index points, as a kernel reads it;
    /// nothing if that is outside the array.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

    /// `read(term, from, index)` replaces the input: the term's number, its cell, and that cell's
    /// index. It returns a std::optional<double>; without a value there is no prediction.
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
                continue; // the term is 0
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
    /// For an inner cell, whose terms all lie at fixed distances.
    [[nodiscard]] Prediction inner_sum(std::int64_t index) const;

    const Run& run_;
    Formula formula_;
    std::array<StencilAxis, 3> axes_;
    std::vector<std::int64_t> distances_;   ///< of the terms' cells in memory
    std::array<std::int64_t, 3> lowest_{};  ///< cells from here have all terms on the grid...
    std::array<std::int64_t, 3> highest_{}; ///< ...to here
};

/// What the lab asks for at one cell, whatever the number of its sweeps.
class RightResult {
public:
    /// The run must outlive it. For a lab of several sweeps the constructor computes them all.
    explicit RightResult(const Run& run);

    /// Precondition: a cell of the grid. `allowed` is the greatest error of a right kernel.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

private:
    const Run& run_;
    FormulaAt formula_;
    std::shared_ptr<const std::vector<CellStep>> stepped_; ///< null: one sweep
};

} // namespace kit
