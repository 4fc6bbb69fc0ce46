// What the class page shows of a student's files: their text, and how earlier ones were graded.
#pragma once

#include "checker/grading/class_page/source_excerpt.hpp"
#include "checker/grading/model/graded_class.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>

namespace kit {

/// Sources beyond this many bytes of JSON are left out; first those of kernels that passed.
inline constexpr std::size_t most_source_bytes = 4'000'000;

/// {"lines": [text], "files": [[lines of the whole file, first, count, ...]], "of": [[student, lab, file]],
/// "left_out": number}. Students and labs are places in the class, `file` is one in `files`. A file's pairs are runs
/// of `count` places in `lines` from `first` on; a pair -1, n are n lines that are not shown.
[[nodiscard]] nlohmann::ordered_json page_sources(const GradedClass& graded,
                                                  const ShownSources& sources,
                                                  std::size_t most_bytes = most_source_bytes);

/// [[student, lab, [[graded, submitted, outcome, points, max_points, hash, finding], ...]], ...] of all labs with two
/// attempts or more, the oldest first. Times are seconds since 1970, or 0; outcome: 0 passed, 1 failed; hash: the
/// first 8 digits.
[[nodiscard]] nlohmann::ordered_json page_attempts(const GradedClass& graded);

} // namespace kit
