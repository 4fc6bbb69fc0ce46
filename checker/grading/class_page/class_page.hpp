// A graded class as one HTML file that can be opened anywhere, mailed and printed.
//
// The file asks for nothing from outside, and its Content-Security-Policy forbids it to: scripts and
// style are known by their hashes. Tables are drawn by the page's script from JSON in the page, row
// by row as they come into view, so that a class of thousands opens at once. Rejected: rows written
// out as HTML, which are ten times the bytes and seconds of layout.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/similarity/similar_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What similar_files() said of the kernels of one lab.
struct LabSimilarity {
    std::string lab; ///< GradedLabFacts::id
    /// Ids: whose text was at which place. One that the class does not have is shown as it is: "the kit's
    /// solution", say, which is worth comparing with, for students have it.
    std::vector<std::string> students;
    Similarities result;
};

/// The roof over a GPU's kernels, from its data sheet.
struct GpuRoof {
    std::string gpu;            ///< as CheckedTime::gpu has it
    double bandwidth = 0;       ///< bytes a second
    std::optional<double> peak; ///< operations a second
};

/// The whole file. Any text in it may be hostile: it is shown, never run. A lab that the kit could not
/// judge is shown so, and counts in no mean. Roofs of GPUs that no time is from are ignored.
[[nodiscard]] std::string class_page(const GradedClass& graded,
                                     const std::vector<LabSimilarity>& similar = {},
                                     const std::vector<GpuRoof>& roofs = {});

} // namespace kit
