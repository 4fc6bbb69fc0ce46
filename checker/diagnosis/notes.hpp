// What is worth a word about a kernel that is right: it costs no points.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kit {

/// From what was counted on the case whose traffic is shown. Each note has the counted figure beside the one that it is
/// held against.
[[nodiscard]] std::vector<Note> notes_on(const Lab& lab, const TrafficResult& traffic);

/// Whether the compiler warns that a float becomes a double.
[[nodiscard]] bool is_promotion_to_double(const Finding& warning);

/// From the compiler's warnings: float values that are computed with as doubles.
[[nodiscard]] std::optional<Note> double_arithmetic(std::span<const Finding> warnings);

/// Takes out the reads of shared memory that nothing has written whose values no output and no access depends on: they
/// do no harm, and are a note. Those of an array that an error is about stay.
[[nodiscard]] std::optional<Note> take_unused_reads(std::vector<Finding>& findings);

} // namespace kit
