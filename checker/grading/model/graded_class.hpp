// A graded class as one value, which every writer of grades, feedback and reports gets.
#pragma once

#include "checker/report/json_result.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// A part of a lab's grade. The points of a lab are the sum over its parts.
struct PointsPart {
    enum class Kind {
        cases,     ///< right output on the lab's grids
        technique, ///< the traffic that the lab asks for
        bonus,     ///< speed on a GPU; beyond the lab's maximum
        late,      ///< zero or less
    };

    Kind kind = Kind::cases;
    double points = 0;
    double max_points = 0; ///< 0 for bonus and late
    std::string reason;    ///< "5 of 7 grids are right", "2 days late: 10 % a day"; one line
};

/// "cases", "technique", "bonus", "late".
[[nodiscard]] std::string_view name(PointsPart::Kind kind);

/// One exercise of the quiz.
struct GradedExercise {
    std::string id; ///< "2a"
    bool right = false;
    std::string reason; ///< the given answer and the right one; one line
};

/// A lab or the quiz, as one student handed it in. A lab has a check and parts, the quiz has exercises.
struct GradedItem {
    enum class State {
        graded,  ///< checked, with points
        missing, ///< nothing was submitted: no points
        refused, ///< the submitted file cannot be checked: no points, `reason` says why
        error,   ///< the kit or the machine failed: points are unknown, not zero
    };

    bool is_quiz = false;
    std::string id; ///< "05-shared-memory-tiling", "Quiz"
    State state = State::missing;
    std::string file;   ///< relative to the class's folder, bytes as found; empty if missing
    std::string sha256; ///< of a lab's file, 64 hexadecimal digits; empty if missing
    std::optional<std::chrono::sys_seconds> submitted;
    bool submitted_is_file_time = false; ///< unpacking, copying or cloning may have set it anew
    std::string reason;                  ///< with refused and error
    std::string check_key;  ///< names the check in the results folder; empty without one
    bool has_trace = false; ///< traces/CHECK_KEY.html is beside the class page
    std::optional<CheckedSubmission> check; ///< of a graded lab
    std::vector<PointsPart> parts;          ///< of a graded lab
    std::vector<GradedExercise> exercises;  ///< of a graded quiz
    double points = 0;                      ///< never below 0
    double max_points = 0;                  ///< without any bonus

    [[nodiscard]] bool known() const { return state != State::error; }

    /// A lab whose check passed, whatever a late submission cost, or a quiz with every answer right.
    [[nodiscard]] bool passed() const;

    /// Whether points were taken off because it was late.
    [[nodiscard]] bool late() const;
};

/// "graded", "missing", "refused", "error".
[[nodiscard]] std::string_view name(GradedItem::State state);

struct GradedStudent {
    std::string id;   ///< unique in the class: from the roster, else the folder's name
    std::string name; ///< from the roster, else the id; any text, even "<script>"
    std::string email;
    /// The roster's other columns, by their names as written there: "sis_id", "github".
    std::vector<std::pair<std::string, std::string>> columns;
    std::vector<GradedItem> items; ///< the class's, in its order: labs, then the quiz
    double points = 0;             ///< of all items; an error counts as nothing yet
    double max_points = 0;
    bool complete = true; ///< no item ended in an error: the points are final

    [[nodiscard]] std::span<const GradedItem> labs() const;

    /// Null if the student does not have the item.
    [[nodiscard]] const GradedItem* item(std::string_view wanted) const;
    [[nodiscard]] const GradedItem* quiz() const;
};

/// One of the class's labs, or its quiz.
struct ItemFacts {
    int number = 0;     ///< 5; 0 for the quiz
    std::string id;     ///< "05-shared-memory-tiling", "Quiz"
    std::string title;  ///< "Shared-memory tiling", "Quiz"
    std::string source; ///< "PMPP 8.3"; empty for the quiz
    double max_points = 0;
    bool is_quiz = false;
};

/// The facts of a class's quiz.
[[nodiscard]] ItemFacts quiz_facts(double max_points);

struct GradedClass {
    std::string title; ///< from the grading rules, else the folder's name
    std::string kit_version;
    std::uint64_t seed = 0; ///< the same for every submission
    /// Somebody may still hand in: students are not told the seed, from which the inputs could be known.
    bool seed_is_secret = false;
    std::vector<ItemFacts> items;        ///< labs by number, then the quiz if there is one
    std::vector<GradedStudent> students; ///< by id

    [[nodiscard]] std::span<const ItemFacts> labs() const;
};

/// A file that a writer makes.
struct WrittenFile {
    std::string path; ///< relative, with '/'; only letters, digits, '.', '-' and '_'
    std::string text; ///< UTF-8
    bool executable = false;
};

} // namespace kit
