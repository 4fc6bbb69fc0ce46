// A class's submissions graded, from the folder they lie in to the results.
#pragma once

#include "checker/assessment/check_submission.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/points/grading_rules.hpp"
#include "checker/grading/run/executor.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace kit {

struct GradingRequest {
    std::filesystem::path folder;    ///< the class's
    std::vector<Lab> labs;           ///< to be graded, by number
    std::vector<RosterEntry> roster; ///< who is in the class
    GradingRules rules;
    CheckSettings settings;
    /// Labs to be checked again even where nothing changed, by id.
    std::set<std::string> anew;
    /// Students to be checked again even where nothing changed; empty: all, of those labs.
    std::set<std::string> anew_students;
};

/// How far a grading has come; counted in labs of students.
struct GradingState {
    std::size_t all = 0;    ///< that were handed in
    std::size_t done = 0;   ///< of those, with a result
    std::size_t known = 0;  ///< of those, from an earlier grading
    std::size_t errors = 0; ///< of those, where the kit failed
    std::string last;       ///< "ada · 05-shared-memory-tiling: passed"
};

/// Who runs the tasks: run_tasks_here(), or a cluster.
using Executor = std::function<void(const std::vector<CheckTask>&, const TaskDone&)>;

/// Checks what was not checked before and keeps each grade at once; `shown` hears of every step,
/// and ten times a second. Files of the same content are checked once. Throws KitError where results
/// cannot be written: those that are there stay, and the next call goes on from them.
[[nodiscard]] GradedClass grade_class(const GradingRequest& request, const SubmissionFinder& finder,
                                      const ResultFolder& results, const Executor& executor,
                                      const std::function<void(const GradingState&)>& shown);

} // namespace kit
