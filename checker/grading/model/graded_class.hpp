// A graded class as one value, which every writer of grades, feedback and reports gets.
#pragma once

#include "checker/grading/model/attempt.hpp"
#include "checker/grading/model/gradebook.hpp"
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
        parts,     ///< in place of that: right parts of a kernel that did not pass
        technique, ///< the traffic that the lab asks for
        bonus,     ///< speed on a GPU; beyond the lab's maximum
        late,      ///< zero or less
    };

    Kind kind = Kind::cases;
    double points = 0;
    double max_points = 0; ///< 0 for bonus and late
    std::string reason;    ///< "5 of 7 grids are right", "2 days late: 10 % a day"; one line
};

/// "cases", "parts", "technique", "bonus", "late".
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
        graded,     ///< checked, with points
        missing,    ///< nothing was submitted: no points
        refused,    ///< the submitted file cannot be checked: no points, `reason` says why
        error,      ///< the kit or the machine failed: points are unknown, not zero
        not_due,    ///< nothing was submitted, and there still is time: no points yet, not zero
        excused,    ///< counts neither for nor against the student
        needs_look, ///< the kit cannot judge it, `reason` says why: points are the instructor's to set
    };

    /// What an instructor changed by hand.
    struct ByHand {
        std::optional<double> points; ///< none: excused
        std::string why;              ///< one line
        std::string when;             ///< "2026-11-24 09:30", in local time
        State computed = State::missing;
        std::optional<double> computed_points; ///< none: were not known
    };

    bool is_quiz = false;
    std::string id; ///< "05-shared-memory-tiling", "Quiz"
    State state = State::missing;
    std::string file;   ///< relative to the class's folder, bytes as found; empty if missing
    std::string sha256; ///< of a lab's file, 64 hexadecimal digits; empty if missing
    std::optional<std::chrono::sys_seconds> submitted;
    std::optional<std::chrono::sys_seconds> deadline; ///< this student's for it
    bool submitted_is_file_time = false; ///< unpacking, copying or cloning may have set it anew
    std::string
        submitted_from; ///< "the roster", "Gradescope's submission_metadata.yml"; empty without a time
    bool marked_late =
        false;              ///< by the platform, and `submitted` is not known: nothing is taken off
    std::string matched_by; ///< "its folder", "its name lab5.cu"; by what the file is this lab's
    std::vector<std::string> notes; ///< about the file: its conversion, others that were not taken
    std::string
        reason; ///< with refused and error; if missing, what was handed in that is not recognized
    std::string check_key;  ///< names the check in the results folder; empty without one
    bool has_trace = false; ///< traces/CHECK_KEY.html is beside the class page
    std::optional<CheckedSubmission> check; ///< of a graded lab
    std::optional<ByHand> by_hand;
    std::vector<PointsPart> parts;         ///< of a graded lab
    std::vector<GradedExercise> exercises; ///< of a graded quiz
    double points = 0;                     ///< never below 0
    double max_points = 0;                 ///< without any bonus
    std::vector<Attempt> attempts;         ///< of a lab, the oldest first; the last is this one

    /// Whether `points` are points: for all others a writer leaves them out.
    [[nodiscard]] bool known() const {
        return by_hand
                   ? by_hand->points.has_value()
                   : state == State::graded || state == State::missing || state == State::refused;
    }

    /// Whether it belongs to the student's total: not if excused or not due yet.
    [[nodiscard]] bool counts() const {
        return known() || (state != State::not_due && state != State::excused);
    }

    /// A lab whose check passed, whatever a late submission cost, or a quiz with every answer right.
    [[nodiscard]] bool passed() const;

    /// Whether it was handed in after its deadline, even if that took nothing off, or the platform marked it so.
    [[nodiscard]] bool late() const;
};

/// "graded", "missing", "refused", "error", "not-due", "excused", "needs-look".
[[nodiscard]] std::string_view name(GradedItem::State state);

/// The inverses of name(); throw std::out_of_range for any other text.
[[nodiscard]] GradedItem::State state_named(std::string_view name);
[[nodiscard]] PointsPart::Kind part_named(std::string_view name);

/// A file in the class's folder that does not count, and why.
struct NotRecognized {
    std::string student; ///< id; empty if it is nobody's
    std::string
        file; ///< relative to the class's folder, bytes as found; empty: several, as `reason` says
    std::string reason;            ///< "it is no source of a kernel (.pdf)"; one line
    bool is_other_attempt = false; ///< another file of the same student counts as its lab
    bool may_be_kernel = true;     ///< false: a document, or a file of the kit's own
};

struct GradedStudent {
    std::string id;   ///< unique in the class: from the roster, else the folder's name
    std::string name; ///< from the roster, else the id; any text, even "<script>"
    std::string email;
    /// The roster's other columns, by their names as written there: "sis_id", "github".
    std::vector<std::pair<std::string, std::string>> columns;
    /// On the leaderboard; empty where that shows names, or not this student.
    std::string pseudonym;
    std::vector<GradedItem> items; ///< the class's, in its order: labs, then the quiz
    double points = 0;             ///< of all items that count; unknown ones count as nothing yet
    double max_points = 0;         ///< of all items that count
    bool complete = true;          ///< the points of all items that count are known

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

/// How a student's lab differs from the last grading.
struct GradeChange {
    std::string student;
    std::string item;
    bool new_file = false; ///< another file was submitted
    std::string state_before;
    std::string state;
    std::optional<double> points_before; ///< none: were not known
    std::optional<double> points;
};

struct GradedClass {
    std::string title; ///< from the grading rules, else the folder's name
    std::string kit_version;
    std::uint64_t seed = 0; ///< the same for every submission
    /// Somebody may still hand in: students are not told the seed, from which the inputs could be known.
    bool seed_is_secret = false;
    /// Why this machine cannot confine submissions, which ran all the same because they are trusted; empty: they are
    /// confined.
    std::string unconfined;
    std::vector<ItemFacts> items;              ///< labs by number, then the quiz if there is one
    std::vector<GradedStudent> students;       ///< by id
    std::vector<GradeChange> changes;          ///< since the last grading; empty if there was none
    std::vector<NotRecognized> not_recognized; ///< by student and file; nobody's first
    std::optional<Gradebook> gradebook;        ///< the platform's own, if the roster was one

    [[nodiscard]] std::span<const ItemFacts> labs() const;
};

/// What an instructor has decided about one student's item.
struct SetByHand {
    std::string student;
    std::string item;             ///< "05-shared-memory-tiling", "Quiz"
    std::optional<double> points; ///< none: excused
    std::string why;
    std::string when;
};

/// Puts the decision in place of what was computed.
void set_by_hand(GradedItem& item, const SetByHand& decision);

/// A file that a writer makes.
struct WrittenFile {
    std::string path; ///< relative, with '/'; only letters, digits, '.', '-' and '_'
    std::string text; ///< UTF-8
    bool executable = false;
};

/// "15", "7.5", "3.3333", "-1.5": a decimal point, no exponent, at most four decimals, never "-0".
[[nodiscard]] std::string points_text(double points);

/// "Set to 12 by the instructor: a broken mouse (2026-11-24 09:30; computed: 7.5)"; empty if nothing was changed.
[[nodiscard]] std::string by_hand_text(const GradedItem& item);

} // namespace kit
