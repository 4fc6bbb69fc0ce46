// A page for students: whose kernels are fastest, or move the least data; and nothing else of anybody.
//
// Only kernels that passed are on it. Where a GPU timed one of them beside the lab's reference solution, speed counts,
// and kernels without a time are not listed; else sectors of global memory that the emulator counted.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/web_page/web_page.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kit {

struct LeaderboardRow {
    int rank = 1; ///< equal values have the same
    std::string name;
    double value =
        0; ///< times as fast as the reference solution, or times its sectors (or sectors, without it)

    friend bool operator==(const LeaderboardRow&, const LeaderboardRow&) = default;
};

struct LeaderboardLab {
    int number = 0;
    std::string title;
    bool by_speed = false;
    std::string gpu;                     ///< of the times
    std::uint64_t reference_sectors = 0; ///< 0: unknown
    std::vector<LeaderboardRow> rows;    ///< the best first; equal ones by name
};

/// Whether the student is on a leaderboard: the roster's column `leaderboard`, in any spelling, is missing, empty, or
/// says yes. Anything else is taken for a no, so that nobody is shown by a slip.
[[nodiscard]] bool wants_leaderboard(const GradedStudent& student);

/// The class's labs that somebody passed. Students have their pseudonyms, else their names. `reference_sectors`: by
/// lab, of the lab's solution.
[[nodiscard]] std::vector<LeaderboardLab>
leaderboard_of(const GradedClass& graded,
               const std::map<std::string, std::uint64_t>& reference_sectors);

/// The whole file. A name in it may be hostile: it is shown, never run.
[[nodiscard]] std::string leaderboard_page(const std::string& title,
                                           const std::vector<LeaderboardLab>& labs);

/// The files of page/.
[[nodiscard]] const PageParts& leaderboard_parts();

} // namespace kit
