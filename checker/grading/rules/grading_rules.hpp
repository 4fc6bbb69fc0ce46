// The instructor's rules for a class, read from grading.toml.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct LateRule {
    int grace_minutes = 0;
    double percent_per_day = 0; ///< off the earned points, for each day begun
    /// Later submissions are worth nothing; absent: no limit.
    std::optional<int> most_days;
};

/// A bonus for speed on a GPU, compared with the lab's reference solution in the same run; only for labs
/// whose launch does one sweep.
struct BonusRule {
    double points = 0;
    double at_speed = 1; ///< 0.9: nine tenths as fast as the reference solution
};

/// Which of several attempts at a lab counts.
enum class CountedAttempt {
    newest,
    best,           ///< with the most points, whatever is then taken off for lateness
    best_after_late ///< with the most points after that
};

/// What a lab that did not pass is worth.
enum class Credit {
    nothing,
    cases, ///< its share for each right grid
    parts  ///< the same, or what its right parts weigh, whichever is more
};

/// What a leaderboard calls students.
enum class LeaderboardNames { names, pseudonyms };

struct GradingRules {
    std::string title;             ///< empty: the folder's name
    std::string labs_place;        ///< "grading.toml:3": where `labs` is
    std::vector<std::string> labs; ///< "4-7", "12"; empty: all
    std::optional<std::chrono::sys_seconds> deadline;
    std::map<std::string, std::chrono::sys_seconds> deadlines; ///< by the lab's id
    std::map<std::string, int>
        points; ///< of a lab by its id, where the class counts it otherwise than the kit
    LateRule late;
    CountedAttempt attempt = CountedAttempt::newest;
    Credit partial_credit = Credit::cases;
    /// Share of a lab's points for its technique, if it asks for one; the rest is for cases.
    double technique_percent = 20;
    std::string timezone; ///< "Europe/Berlin"; empty: the machine's
    std::optional<BonusRule> bonus;
    double similar_percent = 90;        ///< kernels at least this similar are reported
    double quiz_points = 0;             ///< 0: the class has no quiz
    std::vector<std::string> exercises; ///< in the quiz, "1a"; empty: all
    /// The seed of the sizes that the class was asked about; absent: those in each file, or the course's.
    std::optional<std::uint64_t> quiz_seed;
    /// Absent: the class has no leaderboard.
    std::optional<LeaderboardNames> leaderboard;
    /// The columns of a platform's gradebook, by the item's id.
    std::map<std::string, std::string> gradebook_columns;
};

/// The file's keys, all optional:
///
///     title = "Parallel programming"
///     labs = ["4-7", "12"]
///     timezone = "Europe/Berlin"
///     deadline = "2026-11-20 23:59"
///     attempt = "newest"                   or "best", "best-after-late"
///     partial_credit = true                or false, "parts"
///     technique_percent = 20
///     similar_percent = 90
///
///     [deadlines]
///     05-shared-memory-tiling = "2026-11-27"
///
///     [points]
///     05-shared-memory-tiling = 10
///
///     [late]
///     grace_minutes = 15
///     percent_per_day = 10
///     most_days = 5
///
///     [bonus]
///     points = 2
///     at_speed = 0.9
///
///     [leaderboard]
///     show = "pseudonyms"
///
///     [gradebook]
///     05-shared-memory-tiling = "Homework 2 (4711)"
///     quiz = "Midterm"
///
///     [quiz]
///     points = 10
///     exercises = ["1a", "1b"]
///     seed = 7
///
/// A time zone becomes that of the process: of all times without a zone, here and in what is read later. Without it
/// they are the machine's.
///
/// Throws UsageError with file, line and key of each problem, one per line.
[[nodiscard]] GradingRules read_grading_rules(const std::filesystem::path& path,
                                              const std::vector<std::string>& lab_ids);

} // namespace kit
