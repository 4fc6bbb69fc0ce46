// A graded class as one value: what every writer of grades, feedback and reports is given.
#pragma once

#include "checker/grading/model/checked_submission.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// What a part of a lab's grade came from. The points of a lab are the sum over its parts.
struct PointsPart {
    enum class Kind {
        cases,     ///< right on the lab's grids
        technique, ///< the traffic that the lab asks for
        bonus,     ///< speed on a GPU; outside the lab's maximum
        late,      ///< zero or less
    };

    Kind kind = Kind::cases;
    double points = 0;
    double max_points = 0; ///< 0 of bonus and late
    std::string reason;    ///< "5 of 7 grids are right", "2 days late: 10 % a day"; one line
};

/// "cases", "technique", "bonus", "late".
[[nodiscard]] std::string_view name(PointsPart::Kind kind);

struct GradedLab {
    enum class State {
        graded,  ///< checked, with points
        missing, ///< nothing was submitted: no points
        refused, ///< something was, and it is no file that can be checked: no points, `reason` says why
        error, ///< the kit or the machine failed: points are unknown, not zero
    };

    std::string lab; ///< "05-shared-memory-tiling"
    State state = State::missing;
    std::string file;   ///< relative to the class's folder, bytes as found; empty where missing
    std::string sha256; ///< of the file's bytes, 64 hexadecimal digits; empty where missing
    std::optional<std::chrono::sys_seconds> submitted; ///< when
    std::string reason;                                ///< of refused and error
    std::string check_key; ///< names the check in the results folder; empty where there is none
    std::optional<CheckedSubmission> check; ///< of graded
    std::vector<PointsPart> parts;
    double points = 0;     ///< sum of the parts, never below 0
    double max_points = 0; ///< without any bonus
};

/// "graded", "missing", "refused", "error".
[[nodiscard]] std::string_view name(GradedLab::State state);

/// One exercise of the quiz.
struct GradedExercise {
    std::string id; ///< "2a"
    bool right = false;
    std::string reason; ///< what was answered and what is right; one line
};

struct GradedQuiz {
    GradedLab::State state = GradedLab::State::missing;
    std::string file;
    std::string reason;
    std::vector<GradedExercise> exercises;
    double points = 0;
    double max_points = 0;
};

struct GradedStudent {
    std::string id;   ///< unique in the class: the roster's, else the folder's name
    std::string name; ///< as the roster has it, else the id; any text, "<script>" too
    std::string email;
    /// The roster's further columns, by their names as written there: "sis_id", "github".
    std::vector<std::pair<std::string, std::string>> columns;
    std::vector<GradedLab> labs;    ///< one for each of the class's labs, in their order
    std::optional<GradedQuiz> quiz; ///< absent where the class has none
    double points = 0;              ///< labs and quiz; errors count as nothing yet
    double max_points = 0;
    bool complete = true; ///< no lab ended in an error: the points are final
};

struct GradedLabFacts {
    int number = 0;     ///< 5
    std::string id;     ///< "05-shared-memory-tiling"
    std::string title;  ///< "Shared-memory tiling"
    std::string source; ///< "PMPP 8.3"
    double max_points = 0;
};

struct GradedClass {
    std::string title; ///< the folder's name, or what the grading file says
    std::string kit_version;
    std::uint64_t seed = 0; ///< the same for every submission
    std::vector<GradedLabFacts> labs;
    std::vector<GradedStudent> students; ///< by id
};

} // namespace kit
