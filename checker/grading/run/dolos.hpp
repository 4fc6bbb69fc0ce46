// What tools that look for copies and nothing else need of a class, and what Dolos found: they see through more
// disguises than the comparison of words.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <vector>

namespace kit {

/// Writes of each lab, as Dolos and JPlag take it,
///
///     FOLDER/05-shared-memory-tiling/submissions/STUDENT/kernel.cpp
///     FOLDER/05-shared-memory-tiling/base/kernel.cpp                  the skeleton: what everybody was given
///     FOLDER/README.txt                                               what to type
///
/// Throws UsageError if something is in the folder, KitError if it cannot be written.
void write_similarity_folder(const GradedClass& graded, const std::vector<Lab>& labs,
                             const SubmissionFinder& finder, const std::filesystem::path& folder);

/// Adds the pairs of Dolos's pairs.csv, run on such a folder, that are at least this similar. Throws UsageError with
/// the file and the problem.
void add_pairs_of_dolos(const std::filesystem::path& file, double least,
                        std::vector<LabSimilarity>& similar);

} // namespace kit
