// How a class is graded: what the instructor decides, read from grading.toml.
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
    double percent_per_day = 0; ///< of what was earned, for each day begun; 0: late costs nothing
    /// Days after which nothing is worth anything; absent: there is no end.
    std::optional<int> most_days;
};

/// A bonus for speed on a GPU, against the lab's reference solution in the same run; of labs whose
/// launch does one sweep.
struct BonusRule {
    double points = 0;
    double at_speed = 1; ///< of the reference solution's: 0.9 is nine tenths as fast
};

struct GradingRules {
    std::string title;             ///< empty: the folder's name
    std::vector<std::string> labs; ///< "4-7", "12"; empty: all
    std::optional<std::chrono::sys_seconds> deadline;
    std::map<std::string, std::chrono::sys_seconds> deadlines; ///< by the lab's id
    LateRule late;
    bool partial_credit = true; ///< false: a lab that did not pass is worth nothing
    /// Of a lab that asks for a technique, what of its points is for that; the rest is for cases.
    double technique_percent = 20;
    std::optional<BonusRule> bonus;
    double quiz_points = 0;             ///< 0: the class has no quiz
    std::vector<std::string> exercises; ///< of the quiz, "1a"; empty: all
    /// Of the sizes that the class was asked about; absent: each file's own, or the course's.
    std::optional<std::uint64_t> quiz_seed;
};

/// The file's keys, all optional:
///
///     title = "Parallel programming"
///     labs = ["4-7", "12"]
///     deadline = "2026-11-20 23:59"
///     partial_credit = true
///     technique_percent = 20
///
///     [deadlines]
///     05-shared-memory-tiling = "2026-11-27"
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
///     [quiz]
///     points = 10
///     exercises = ["1a", "1b"]
///     seed = 7
///
/// Throws UsageError, one problem a line, with file, line and key.
[[nodiscard]] GradingRules read_grading_rules(const std::filesystem::path& path,
                                              const std::vector<std::string>& lab_ids);

} // namespace kit
