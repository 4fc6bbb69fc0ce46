// A class for tests, as large as wanted and always the same: students whose labs pass, fail, are late,
// missing, refused or not judged, with findings as the checker words them.
#pragma once

#include "checker/grading/class_page/class_page.hpp"

#include <cstddef>

namespace kit {

/// Four labs, a quiz, times on a GPU where `timed`. Student 1 is called `<script>alert(1)</script>`; names
/// with the end of a script, quotes, a line's end and characters that turn the direction of writing
/// follow.
[[nodiscard]] GradedClass made_class(std::size_t students, bool timed = false);

/// Some pairs and a group of `students` from 10 on.
[[nodiscard]] std::vector<LabSimilarity> made_similarity(const GradedClass& graded);

[[nodiscard]] std::vector<GpuRoof> made_roofs();

} // namespace kit
