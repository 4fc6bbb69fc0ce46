// Pages on which an instructor steps through what the checks of a class found, beside the class page.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/run/check_tasks.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kit {

/// Writes traces/KEY.html into the results folder for each submission with a finding, as checked_page() makes it, once
/// for equal files, and marks these items (GradedItem::has_trace). A page that is there stays, unless `anew`. Each is
/// made in a process of its own, like a check, so that a file that crashes the kit costs one page. `done` is called
/// with the number of pages that are finished and of all, and ten times a second. Returns a sentence for each page that
/// the kit failed to make.
[[nodiscard]] std::vector<std::string>
write_trace_pages(GradedClass& graded, const std::vector<Lab>& catalog,
                  const CheckSettings& settings, const SubmissionFinder& finder,
                  const ResultFolder& results, bool anew,
                  const std::function<void(std::size_t, std::size_t)>& done);

} // namespace kit
