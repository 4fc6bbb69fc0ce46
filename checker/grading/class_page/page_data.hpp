// The class as JSON for the page's script: short, for it is most of the file's bytes.
//
// What many students have in common - a sentence, a finding, a part of a grade, a count of traffic - is
// written once, in a list, and named by its place there; texts[0] is "". A lab's entries stand in an array
// whose missing end means zeros:
//
//     [state, outcome, points, file, submitted, reason, parts, findings, traffic, time]
//
// state: 0 graded, 1 missing, 2 refused, 3 error. outcome: 0 passed, 1 failed, 2 error. file: a text in which
// U+001F stands for the student's id. submitted: seconds since 1970, 0 where unknown. traffic: its place
// in `traffic`, counted from 1. time: [gpu, seconds, reference's seconds or 0, operations, inconclusive].
// page/data.js reads all of it and is the only one that knows.
#pragma once

#include "checker/grading/class_page/class_page.hpp"

#include <string>

namespace kit {

/// One JSON document in ASCII that may stand in a script element: no "<", ">" or "&" in it.
[[nodiscard]] std::string page_data(const GradedClass& graded,
                                    const std::vector<LabSimilarity>& similar,
                                    const std::vector<GpuRoof>& roofs);

} // namespace kit
