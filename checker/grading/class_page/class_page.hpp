// Makes one HTML file of a graded class, which can be opened anywhere, mailed and printed.
//
// The page's script draws the tables from JSON in the page, row by row as they come into view, so that a
// class of thousands opens at once. Rejected: rows written as HTML, which take ten times the bytes, and
// seconds of layout.
#pragma once

#include "checker/grading/class_page/source_excerpt.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/similarity/similar_files.hpp"
#include "checker/web_page/web_page.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The result of similar_files() for the kernels of one lab.
struct LabSimilarity {
    std::string lab; ///< ItemFacts::id
    /// The id of the student of each text. An id outside the class is shown as it is, such as "the kit's
    /// solution", which is compared, too, because students have it.
    std::vector<std::string> students;
    Similarities result;
    double least = default_least_similarity; ///< of those in `result.found`
    std::string not_compared;                ///< why; empty if they were
};

/// The whole file. Any text in it may be hostile: it is shown, never run. A lab that the kit could not
/// judge is marked and counts in no mean.
[[nodiscard]] std::string class_page(const GradedClass& graded,
                                     const std::vector<LabSimilarity>& similar = {},
                                     const ShownSources& sources = {});

/// The files of page/.
[[nodiscard]] const PageParts& class_page_parts();

/// The class as one JSON document in ASCII for the page's script, with no "<", ">" or "&", so that it may be
/// inside a script element. Only page/data.js reads it. It is most of the page's bytes, so it is short:
///
/// Values that many students share - a sentence, a finding, a part of a grade, a count of traffic - are written
/// once, in a list, and named by their place there; texts[0] is "". A lab is an array whose missing end means
/// zeros:
///
///     [state, outcome, points, file, submitted, reason, parts, findings, traffic, time, trace]
///
/// state: 0 graded, 1 missing, 2 refused, 3 error. outcome: 0 passed, 1 failed, 2 error. file: a text in
/// which U+001F replaces the student's id. submitted: seconds since 1970, 0 if unknown. traffic: its place in
/// `traffic`, counted from 1. time: [gpu, seconds, reference's seconds or 0, operations, inconclusive].
/// similar: [{"lab", "left_out", "too_small", "found": [[[student, ...], similarity, same names, [[first, last], ...]
/// of the first file, of the second, 1 if by Dolos]]}]; a student is a place, or what else was compared by its name.
/// not_recognized: [place of the student or null, file, reason, 1 if another file of the student counts]. trace: the
/// key in the name of its page, traces/KEY.html: hexadecimal digits.
///
/// `sources` and `attempts` are described in page_history.hpp.
[[nodiscard]] std::string page_data(const GradedClass& graded,
                                    const std::vector<LabSimilarity>& similar,
                                    const ShownSources& sources = {});

} // namespace kit
