// A class for tests, as large as wanted and always the same: students whose labs pass, fail, are late,
// missing, refused or not judged, with findings as the checker words them.
#pragma once

#include "checker/grading/class_page/class_page.hpp"

#include <cstddef>

namespace kit {

struct MadeShape {
    std::size_t students = 0;
    bool timed = false;
    std::size_t labs = 4;    ///< up to 6
    bool flawless = false;   ///< no findings
    bool long_names = false; ///< up to 120 characters
};

[[nodiscard]] GradedClass made_class(const MadeShape& made);

/// Four labs, a quiz, times on a GPU where `timed`. Student 1 is called `<script>alert(1)</script>`; names
/// with the end of a script, quotes, a line's end and characters that turn the direction of writing
/// follow.
[[nodiscard]] GradedClass made_class(std::size_t students, bool timed = false);

/// Some pairs and a group of `students` from 10 on.
[[nodiscard]] std::vector<LabSimilarity> made_similarity(const GradedClass& graded);

/// The kit's solutions with a student's own comments, on every line if `distinct`. The first student's texts are hostile.
[[nodiscard]] ShownSources made_sources(const GradedClass& graded, bool distinct = false);

} // namespace kit
