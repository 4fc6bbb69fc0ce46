// Statistics of a graded class: how each lab went, which findings are frequent, how totals spread.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// Counts students, not findings: a student with three races counts once.
struct FindingCount {
    FindingKind kind = FindingKind::build_error;
    std::size_t students = 0;

    friend bool operator==(const FindingCount&, const FindingCount&) = default;
};

struct LabStatistics {
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::size_t refused = 0;
    std::size_t missing = 0;
    std::size_t errors = 0;  ///< of the kit: in no share and no mean
    std::size_t not_due = 0; ///< nothing was submitted yet, and there is time
    std::size_t excused = 0;
    std::size_t needs_look = 0; ///< in no share and no mean
    std::size_t late = 0;       ///< handed in after the deadline
    /// The mean of what was submitted and judged or refused; absent if nothing was.
    std::optional<double> mean_points;
    std::vector<FindingCount> findings; ///< the most frequent first
    /// The error that most students have to fix first: only errors that follow from no other finding.
    std::optional<FindingCount> worst;
    std::string worst_part; ///< "part 4, the sum": wrong most often; empty: parts were not tried
    std::size_t worst_part_students = 0; ///< whose part that is

    /// Passed, failed and refused.
    [[nodiscard]] std::size_t judged() const { return passed + failed + refused; }
};

struct ClassStatistics {
    std::vector<LabStatistics> labs; ///< in the class's order
    /// Students by tenths of all points; the last includes those above the maximum.
    std::array<std::size_t, 10> totals{};
    std::size_t incomplete = 0; ///< students with unknown totals; not in `totals`
    std::optional<double> mean; ///< of the known totals
    std::optional<double> median;
};

[[nodiscard]] ClassStatistics statistics_of(const GradedClass& graded);

} // namespace kit
