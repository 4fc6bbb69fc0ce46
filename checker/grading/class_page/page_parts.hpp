// The parts of the class page: the files of page/, which are the same for every class and kept in the program,
// and the class's data.
#pragma once

#include "checker/grading/class_page/class_page.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A script or style as it is between its tags.
struct PageSource {
    std::string_view text;
    std::string_view sha256; ///< of `text`, 64 hexadecimal digits
};

/// page/page.html, with {{title}}, {{policy}}, {{style}}, {{scripts}} and {{data}} to be filled in.
[[nodiscard]] std::string_view page_frame();

[[nodiscard]] const PageSource& page_style();

/// In the order in which they have to run.
[[nodiscard]] std::span<const PageSource> page_scripts();

/// "sha256-..." in base64, as a Content-Security-Policy names a source. Throws std::invalid_argument if the
/// text is not a hexadecimal hash.
[[nodiscard]] std::string policy_hash(std::string_view hexadecimal);

/// The class as one JSON document in ASCII for the page's script, with no "<", ">" or "&", so that it may be
/// inside a script element. Only page/data.js reads it. It is most of the page's bytes, so it is short:
///
/// Values that many students share - a sentence, a finding, a part of a grade, a count of traffic - are written
/// once, in a list, and named by their place there; texts[0] is "". A lab is an array whose missing end means
/// zeros:
///
///     [state, outcome, points, file, submitted, reason, parts, findings, traffic, time]
///
/// state: 0 graded, 1 missing, 2 refused, 3 error. outcome: 0 passed, 1 failed, 2 error. file: a text in
/// which U+001F replaces the student's id. submitted: seconds since 1970, 0 if unknown. traffic: its place in
/// `traffic`, counted from 1. time: [gpu, seconds, reference's seconds or 0, operations, inconclusive].
[[nodiscard]] std::string page_data(const GradedClass& graded,
                                    const std::vector<LabSimilarity>& similar,
                                    const std::vector<GpuRoof>& roofs);

} // namespace kit
