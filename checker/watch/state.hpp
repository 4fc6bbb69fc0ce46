// What ./lab watch knows and how it reacts: a value, and a function from what happened to what is to
// be done. Nothing here touches a terminal, a file or a process.
#pragma once

#include "checker/diagnosis/judge.hpp"
#include "checker/hints/hint_levels.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/progress/course_progress.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kit::watch {

enum class Key { next, hint, details, list, quit, enter, up, down, page_up, page_down, home, end };

enum class View { lab, details, list };

struct State {
    std::vector<Lab> labs; ///< never empty; their files as people name them
    std::size_t lab = 0;   ///< the one that is watched
    std::string file;      ///< its kernel.cu
    CourseProgress course;

    int check = 0;                         ///< number of the last check that was started
    bool checking = false;                 ///< it has no verdict yet
    std::string step;                      ///< what it is at: "checking 33³ (3 of 7)…"
    std::optional<JudgedCase> first_wrong; ///< the first case that it found wrong so far
    std::optional<Extents> last_right;     ///< the last case that it found right so far
    std::optional<CheckResult> result;     ///< the last verdict; while checking, that of before
    bool nvcc_follows = false;             ///< nvcc's word on that verdict is still to come
    bool unnoted = false;                  ///< it is a pass that waits for that word
    LabProgress before_verdict;            ///< what was known of the lab without that verdict
    std::string sentence;                  ///< why there is no verdict; empty where there is one

    std::optional<Hint> hint;           ///< shown
    std::optional<NotedFinding> hinted; ///< what that hint is on; absent for the lab's own
    View view = View::lab;
    int scroll = 0;           ///< first line shown of details
    std::size_t selected = 0; ///< lab in the list
    std::string notice;       ///< what is wrong with the progress file
    int rows = 24;            ///< of the terminal

    [[nodiscard]] const Lab& current() const { return labs[lab]; }

    [[nodiscard]] LabProgress progress() const { return progress_of(course, current().id); }

    [[nodiscard]] bool passed() const {
        return result && !checking && result->verdict.outcome == Outcome::passed;
    }
};

struct FileChanged {
    bool there = true; ///< it can be read
};

/// What a check says carries its number: words of an older one are not listened to.
struct CheckStep {
    int check = 0;
    std::string text;
};

struct CaseJudged {
    int check = 0;
    JudgedCase judged;
};

struct CheckDone {
    int check = 0;
    CheckResult result;
    bool nvcc_follows = false;
};

/// The whole result once more, with what nvcc said.
struct NvccDone {
    int check = 0;
    CheckResult result;
};

/// The kit or the machine could not check.
struct CheckFailed {
    int check = 0;
    std::string sentence;
};

/// What the progress file holds after it was written.
struct CourseKnown {
    CourseProgress course;
    std::string notice;
};

struct Resized {
    int rows = 24;
};

using Event = std::variant<Key, FileChanged, CheckStep, CaseJudged, CheckDone, NvccDone,
                           CheckFailed, CourseKnown, Resized>;

/// A check of the lab's own file to enter in the progress file.
struct NotedCheck {
    std::string lab;
    CheckResult result;
};

struct NotedHint {
    std::string lab;
    Hint hint;
};

/// What is to be done, in this order.
struct Actions {
    std::optional<NotedCheck> note_check;
    std::optional<NotedHint> note_hint;
    bool stop_check = false;
    bool follow_file = false; ///< state.file, from now on
    bool start_check = false; ///< number state.check
    bool quit = false;
};

/// Enters the event in the state.
[[nodiscard]] Actions react(State& state, const Event& event);

/// The beginning: follow the file and check it.
[[nodiscard]] Actions begin(State& state);

} // namespace kit::watch
