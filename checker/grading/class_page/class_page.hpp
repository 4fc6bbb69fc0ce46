// Makes one HTML file of a graded class, which can be opened anywhere, mailed and printed.
//
// The file loads nothing, and its Content-Security-Policy forbids it to: the policy names scripts and style
// by their hashes. The page's script draws the tables from JSON in the page, row by row as they come into
// view, so that a class of thousands opens at once. Rejected: rows written as HTML, which take ten times
// the bytes, and seconds of layout.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/similarity/similar_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// The result of similar_files() for the kernels of one lab.
struct LabSimilarity {
    std::string lab; ///< ItemFacts::id
    /// The id of the student of each text. An id outside the class is shown as it is, such as "the kit's
    /// solution", which is compared, too, because students have it.
    std::vector<std::string> students;
    Similarities result;
};

/// A GPU's roofline, from its data sheet.
struct GpuRoof {
    std::string gpu;            ///< as CheckedTime::gpu has it
    double bandwidth = 0;       ///< bytes a second
    std::optional<double> peak; ///< operations a second
};

/// The whole file. Any text in it may be hostile: it is shown, never run. A lab that the kit could not
/// judge is marked and counts in no mean. Ignores roofs of GPUs without times.
[[nodiscard]] std::string class_page(const GradedClass& graded,
                                     const std::vector<LabSimilarity>& similar = {},
                                     const std::vector<GpuRoof>& roofs = {});

} // namespace kit
