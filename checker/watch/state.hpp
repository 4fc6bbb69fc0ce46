// The state of ./lab watch and its reactions: a function from an event to the actions to take. Nothing
// here touches a terminal or a process, and no file but the handout whose section a hint names.
#pragma once

#include "checker/course/course_progress.hpp"
#include "checker/course/hints.hpp"
#include "checker/diagnosis/judge.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kit {

enum class Key {
    next,
    hint,
    details,
    trace,
    list,
    check,
    check_all,
    reset,
    filter,
    yes,
    quit,
    enter,
    escape,
    erase,
    up,
    down,
    page_up,
    page_down,
    home,
    end
};

/// A letter typed where text is wanted.
struct Letter {
    char letter = ' ';

    friend bool operator==(const Letter&, const Letter&) = default;
};

enum class View { lab, details, list };

struct State {
    std::vector<Lab> labs; ///< never empty; with file names as shown to the user
    std::size_t lab = 0;   ///< index of the watched lab
    std::string file;      ///< its kernel.cu
    CourseProgress course;

    int check = 0;                         ///< number of the last check started
    bool checking = false;                 ///< that check has no verdict yet
    std::string step;                      ///< its current step: "checking 33³ (3 of 7)…"
    std::optional<JudgedCase> first_wrong; ///< its first wrong case so far
    std::optional<Extents> last_right;     ///< its last right case so far
    std::optional<CheckResult> result;     ///< the last verdict; while checking, the previous one
    bool more_follows = false;             ///< nvcc's report on that verdict is still to come
    bool unnoted = false;                  ///< the verdict is a pass, noted only after that report
    LabProgress before_verdict;            ///< the lab's progress without that verdict
    std::string sentence;                  ///< why there is no verdict; else empty

    std::optional<Hint> hint;           ///< the hint shown
    std::optional<NotedFinding> hinted; ///< its finding; absent for the lab's own hints
    View view = View::lab;
    int scroll = 0;           ///< first line shown of the view
    bool reveal_hint = false; ///< scroll so that the hint is in sight
    std::size_t selected = 0; ///< selected lab in the list
    std::string filter;       ///< the list shows the labs with these words
    bool types_filter = false;
    bool recording = false;                ///< a trace page is being made
    bool asks_reset = false;               ///< waits for a yes to reset the lab
    std::vector<std::size_t> yet_to_check; ///< by "check all", the next one first
    std::size_t checked_of_all = 0; ///< labs that "check all" is through with or at; 0: not running
    std::string message;    ///< what the last key did; until the next one, or what it is about ends
    int message_checks = 0; ///< that may begin before the message goes
    std::string notice;     ///< a problem with the progress file
    std::string silent_system; ///< the kind of file system that tells of no saves, else empty
    int rows = 24;             ///< of the terminal

    [[nodiscard]] const Lab& current() const { return labs[lab]; }

    [[nodiscard]] LabProgress progress() const { return progress_of(course, current().id); }

    [[nodiscard]] bool passed() const {
        return result && !checking && result->verdict.outcome == Outcome::passed;
    }
};

struct FileChanged {
    bool there = true; ///< the file can be read
};

/// Events of a check carry its number; those of an older check are ignored.
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
    bool more_follows = false;
};

/// The whole result again, with nvcc's report.
struct NvccDone {
    int check = 0;
    CheckResult result;
};

/// The kit or the machine failed.
struct CheckFailed {
    int check = 0;
    std::string sentence;
};

/// A trace page is written, or why there is none.
struct TraceDone {
    int check = 0; ///< whose finding it shows
    std::string sentence;
};

/// The contents of the progress file after a change.
struct CourseKnown {
    CourseProgress course;
    std::string notice;
};

/// What came of a reset, or why there was none.
struct ResetDone {
    std::string sentence;
};

struct Resized {
    int rows = 24;
};

using Event = std::variant<Key, Letter, FileChanged, CheckStep, CaseJudged, CheckDone, NvccDone,
                           CheckFailed, TraceDone, CourseKnown, ResetDone, Resized>;

/// A check to note in the progress file.
struct NotedCheck {
    std::string lab;
    CheckResult result;
};

struct NotedHint {
    std::string lab;
    Hint hint;
};

/// To be carried out in this order.
struct Actions {
    std::optional<NotedCheck> note_check;
    std::optional<NotedHint> note_hint;
    bool stop_check = false;
    bool follow_file = false; ///< watch state.file from now on
    bool start_check = false; ///< number state.check
    bool write_trace = false; ///< of state.result, and report TraceDone
    bool reset = false;       ///< reset the watched lab, and report ResetDone
    bool quit = false;
};

/// Updates the state.
[[nodiscard]] Actions react(State& state, const Event& event);

/// At the start: watch the file and check it.
[[nodiscard]] Actions begin(State& state);

} // namespace kit
