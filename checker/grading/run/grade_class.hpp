// Grades a class's submissions, from the folder they are in to the results.
#pragma once

#include "checker/grading/class_folder/hand_ins.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/grading/run/check_tasks.hpp"
#include "checker/grading/run/grading_state.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kit {

struct GradingRequest {
    std::filesystem::path folder;    ///< the class's
    std::vector<Lab> labs;           ///< to be graded, by number
    std::vector<RosterEntry> roster; ///< who is in the class
    HandIns hand_ins;                ///< what they handed in
    bool file_times =
        false; ///< a file's time counts as the time of its submission where nothing else gives one
    GradingRules rules;
    CheckSettings settings;
    /// Labs to check again even if nothing changed, by id.
    std::set<std::string> anew;
    /// Only these students' labs are checked again; empty: all students'.
    std::set<std::string> anew_students;
    /// What is not checked again stays as it was graded last, whatever has changed since; if it was graded.
    bool keeps_others = false;
    /// Nobody looks at what was not recognized, and the student can hand in again: it is refused.
    bool by_autograder = false;
    std::vector<SetByHand> decisions;
    std::optional<Gradebook> gradebook; ///< the platform's own, if the roster is one
};

/// When a lab was handed in, and by what that is known.
struct HandInTime {
    std::optional<std::chrono::sys_seconds> moment;
    std::string from; ///< "the roster"; empty if it is not known
    bool is_file_time = false;
    bool is_marked_late = false; ///< by the platform, which does not say when
    bool is_in_time = false;     ///< by the platform, which does not say when either
};

/// By the roster, else by what the folder says, else by the file's time if that is asked for.
[[nodiscard]] HandInTime hand_in_time(const GradingRequest& request, const RosterEntry& entry,
                                      const Lab& lab, const Submission& submission,
                                      const HandedIn& handed_in);

/// What counts as this student's deadline of a lab: their own, else the lab's, else the class's.
[[nodiscard]] std::optional<std::chrono::sys_seconds>
deadline_of(const GradingRules& rules, const RosterEntry& entry, const Lab& lab);

/// Runs the tasks: run_tasks_here().
using Executor = std::function<void(const std::vector<CheckTask>&, const TaskDone&)>;

/// Checks only what has no result yet, files of the same content once, and keeps each grade at once.
/// Calls `shown` after every step, and ten times a second. Throws KitError if results cannot be written:
/// earlier results stay, and the next call continues from them.
[[nodiscard]] GradedClass grade_class(const GradingRequest& request, const SubmissionFinder& finder,
                                      const ResultFolder& results, const Executor& executor,
                                      const std::function<void(const GradingState&)>& shown);

/// Every `all`th of the checks that the class needs and that have no result yet, from number `first` on: what is one
/// share's stays so, whatever others have checked meanwhile.
[[nodiscard]] std::vector<CheckTask> share_of_checks(const GradingRequest& request,
                                                     const SubmissionFinder& finder,
                                                     const ResultFolder& results, std::size_t first,
                                                     std::size_t all);

} // namespace kit
