#include "checker/diagnosis/hypotheses/right_result.hpp"

namespace kit {

RightResult::RightResult(const Run& run) : run_(run), formula_(run, formula_of(run)) {
    if (run.lab.steps > 1) {
        stepped_ = std::make_shared<const SteppedGrid>(
            step_grid(run.lab, run.extents, run.data.input, run.data.coefficients));
    }
}

std::optional<Prediction> RightResult::operator()(const Cell& cell) const {
    if (!stepped_) {
        return formula_(cell);
    }
    const auto index = static_cast<std::size_t>(run_.index(cell));
    return Prediction{stepped_->value[index], stepped_->allowed[index]};
}

} // namespace kit
