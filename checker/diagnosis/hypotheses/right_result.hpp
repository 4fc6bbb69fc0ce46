// What the lab asks for at one cell, whatever the number of its sweeps.
#pragma once

#include "checker/diagnosis/hypotheses/formula.hpp"
#include "checker/reference/time_steps.hpp"

#include <memory>
#include <optional>

namespace kit {

class RightResult {
public:
    /// The run must outlive it. Of a lab of several sweeps it computes them all, here and now.
    explicit RightResult(const Run& run);

    /// Precondition: a cell of the grid. The value within what a right kernel may be off.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

private:
    const Run& run_;
    FormulaAt formula_;
    std::shared_ptr<const SteppedGrid> stepped_; ///< null: one sweep
};

} // namespace kit
