// What a student does next, after a check and after a lab: in words, with the handout to read.
#pragma once

#include "checker/course/course_progress.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// What a check was made of, as far as the next step depends on it.
enum class CheckedFile {
    own,
    untouched, ///< own, and still the skeleton
    other,
    solution
};

/// Lines such as "Next: correct the kernel and check it again. For a hint: ./lab hint 4" and "Handout:
/// handouts/04-basic-sweep.md"; empty if the check could not be made. `all_grids`: the check was not limited to some.
/// `course`: with this check in it. Paths of the labs are printed as they are.
[[nodiscard]] std::string next_step(const std::vector<Lab>& labs, const CourseProgress& course,
                                    const Lab& lab, Outcome outcome, CheckedFile checked,
                                    bool all_grids);

/// After a pass: the next lab that has not passed, its handout and its file; or that the course is done.
[[nodiscard]] std::string after_pass(const std::vector<Lab>& labs, const CourseProgress& course,
                                     const Lab& lab);

/// The files that a student opens: each lab's kernel.cu and handout; the latter may be empty.
[[nodiscard]] std::vector<std::filesystem::path> shown_files(const std::vector<Lab>& labs);

/// After some work on a lab: "./lab watch 4", and its handout on a line of its own
[[nodiscard]] std::string how_to_continue(const Lab& lab);

/// How to begin a lab: "Read handouts/04-basic-sweep.md, then edit labs/04-basic-sweep/kernel.cu."
[[nodiscard]] std::string how_to_begin(const Lab& lab);

} // namespace kit
