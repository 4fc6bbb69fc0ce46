#include "checker/diagnosis/hypotheses/formula.hpp"

#include "checker/reference/error_bound.hpp"

#include <algorithm>
#include <utility>

namespace kit {

Run::Run(const Lab& of_lab, const CaseData& given, const Observation& seen)
    : lab(of_lab), data(given), launch(seen.launch), extents(given.extents),
      input(of_lab.element, given.input), output(of_lab.element, seen.output),
      inner(interior(of_lab, given.extents)), axes(axes_of(of_lab, given.extents)),
      error_factor(kit::error_factor(of_lab)) {}

Formula formula_of(const Run& run) {
    Formula formula;
    formula.coefficients = run.data.coefficients;
    for (const StencilPoint& point : run.lab.stencil) {
        formula.offsets.push_back(point.offset);
    }
    formula.boundary = run.lab.boundary;
    formula.operation = run.lab.result_operation;
    formula.range = run.lab.result_range;
    formula.keeps_boundary = run.lab.boundary == BoundaryRule::keep;
    return formula;
}

FormulaAt::FormulaAt(const Run& run, Formula formula)
    : run_(run), formula_(std::move(formula)), axes_(run.axes) {
    const Extents& extents = run.extents;
    for (const std::array<int, 3>& offset : formula_.offsets) {
        distances_.push_back((offset[2] * extents.y + offset[1]) * extents.x + offset[0]);
        for (std::size_t axis = 0; axis < offset.size(); ++axis) {
            lowest_[axis] = std::max<std::int64_t>(lowest_[axis], -offset[axis]);
            highest_[axis] = std::max<std::int64_t>(highest_[axis], offset[axis]);
        }
    }
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        highest_[axis] = axes_[axis].extent - 1 - highest_[axis];
    }
}

std::optional<Prediction> FormulaAt::operator()(const Cell& cell) const {
    if (formula_.keeps_boundary && !run_.inner.contains(cell)) {
        return run_.as_input(cell);
    }
    bool inner = formula_.boundary != BoundaryRule::one_sided;
    for (std::size_t axis = 0; axis < cell.size(); ++axis) {
        inner = inner && lowest_[axis] <= cell[axis] && cell[axis] <= highest_[axis];
    }
    if (inner) {
        return inner_sum(run_.index(cell));
    }
    return at(cell, [this](std::size_t, const Cell&, std::int64_t index) {
        return run_.input.at(index);
    });
}

Prediction FormulaAt::inner_sum(std::int64_t index) const {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t term = 0; term < distances_.size(); ++term) {
        const double summand = formula_.coefficients[term] * run_.input[index + distances_[term]];
        sum += summand;
        magnitude += std::abs(summand);
    }
    return result_of(sum, magnitude);
}

std::size_t FormulaAt::set_at(const Cell& cell) const {
    if (formula_.boundary != BoundaryRule::one_sided || !fits()) {
        return 0;
    }
    return static_cast<std::size_t>(place_in_stencil(axes_[0], cell[0]));
}

Prediction FormulaAt::result_of(double sum, double magnitude) const {
    // The sum is a double: for double labs its roundings are as large as a kernel's.
    const double roundings = run_.lab.element == Element::float64 ? 2 : 1;
    Prediction result{sum,
                      roundings * error_scale(formula_.operation, magnitude) * run_.error_factor};
    if (formula_.operation == ResultOperation::square) {
        result.value *= result.value;
    }
    if (formula_.range) {
        result.value = std::clamp(result.value, formula_.range->low, formula_.range->high);
    }
    return result;
}

RightResult::RightResult(const Run& run) : run_(run), formula_(run, formula_of(run)) {
    if (run.lab.steps > 1) {
        stepped_ = std::make_shared<const std::vector<CellStep>>(
            step_grid(run.lab, run.extents, run.data.input, run.data.coefficients));
    }
}

std::optional<Prediction> RightResult::operator()(const Cell& cell) const {
    if (!stepped_) {
        return formula_(cell);
    }
    const CellStep& stepped = (*stepped_)[static_cast<std::size_t>(run_.index(cell))];
    return Prediction{stepped.value, stepped.allowed};
}

} // namespace kit
