// What a class's grades come to: how each lab went, which findings were frequent, how totals spread.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace kit {

/// Students, not findings: one with three races counts once.
struct FindingCount {
    FindingKind kind = FindingKind::build_error;
    std::size_t students = 0;

    friend bool operator==(const FindingCount&, const FindingCount&) = default;
};

struct LabFigures {
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::size_t refused = 0;
    std::size_t missing = 0;
    std::size_t errors = 0; ///< the kit's: in no share and no mean
    std::size_t late = 0;   ///< with points taken off for it
    /// Of what was handed in and could be judged or refused; absent where nothing was.
    std::optional<double> mean_points;
    std::vector<FindingCount> findings; ///< the most frequent first
    /// What most students have to mend first: of errors that follow from no other finding.
    std::optional<FindingCount> worst;

    /// Passed, failed and refused.
    [[nodiscard]] std::size_t judged() const { return passed + failed + refused; }
};

struct ClassFigures {
    std::vector<LabFigures> labs; ///< in the class's order
    std::array<std::size_t, 10>
        totals{};               ///< students by tenths of all points; a bonus is in the last
    std::size_t incomplete = 0; ///< students whose total is not known yet; not in `totals`
    std::optional<double> mean; ///< of the known totals
    std::optional<double> median;
};

/// Whether points were taken off because it came late.
[[nodiscard]] bool is_late(const GradedLab& lab);

[[nodiscard]] ClassFigures figures_of(const GradedClass& graded);

} // namespace kit
