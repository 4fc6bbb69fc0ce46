// The options that ./lab grade and ./lab regrade share.
#pragma once

#include "checker/command_line/session.hpp"
#include "checker/commands/points_by_hand.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct GradeOptions {
    std::string folder;
    std::vector<std::string> labs;
    std::string roster;
    std::string rules;
    std::string results;
    std::string deadline;
    std::string explain;
    std::string student; ///< of regrade
    unsigned jobs = 0;
    std::string backend = "emulator";
    std::optional<std::uint64_t> seed;
    bool trust = false;
    bool traces = false;
    bool plan = false;       ///< say what is there, and grade nothing
    bool file_times = false; ///< where nothing else says when a lab was handed in
    std::string format = "text";
    std::string leaderboard;              ///< names or pseudonyms; empty: as the rules say
    std::optional<std::uint64_t> similar; ///< percent
    std::string dolos_folder;
    std::vector<std::string> dolos_pairs;
    std::string share;  ///< "3/64": only check these
    bool again = false; ///< regrade
    PointsByHand by_hand;
};

void add_grade_options(CommandBuilder& command, GradeOptions& options);

} // namespace kit
