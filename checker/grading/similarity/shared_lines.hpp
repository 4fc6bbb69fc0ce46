// What a reader is shown of two similar files: the lines, and how many invented names are the same.
#pragma once

#include "checker/grading/similarity/fingerprint.hpp"
#include "checker/grading/similarity/similar_files.hpp"

#include <string_view>
#include <vector>

namespace kit {

/// The lines of `here` that hold runs of `there`, ascending, those that touch joined.
[[nodiscard]] std::vector<LineRange> shared_lines(const std::vector<Fingerprint>& here,
                                                  const std::vector<Fingerprint>& there);

/// Of the names that one of the two files has, and neither the skeleton nor the language, the share
/// that both have: 0 to 1, 0 where there are none.
[[nodiscard]] double shared_names(std::string_view first, std::string_view second,
                                  std::string_view skeleton);

} // namespace kit
