// ./lab puzzle: draws a kernel with one mistake, to find and to mend.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/puzzles.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

struct PuzzleOptions {
    std::string which; ///< a lab, a puzzle's id, or nothing
    int level = 0;     ///< 0: any
    bool spoil = false;
    std::uint64_t seed = 0;
    bool seed_given = false;
};

struct Candidate {
    const Lab* lab;
    Puzzle puzzle;
};

bool is_solved(const CourseProgress& course, const Candidate& one) {
    const auto solved = progress_of(course, one.lab->id).puzzles;
    return std::ranges::find(solved, one.puzzle.id) != solved.end();
}

/// One by chance; a puzzle already solved only where all are.
const Candidate& drawn(const std::vector<Candidate>& candidates, const CourseProgress& course,
                       const PuzzleOptions& options) {
    std::vector<const Candidate*> open;
    for (const Candidate& one : candidates) {
        if (!is_solved(course, one)) {
            open.push_back(&one);
        }
    }
    const std::uint64_t seed = options.seed_given ? options.seed : fresh_seed();
    return open.empty() ? candidates[seed % candidates.size()] : *open[seed % open.size()];
}

/// "05-3fa2", and not "05-shared-memory-tiling".
bool is_puzzle_id(const std::string& text) {
    return text.size() == 7 && text[2] == '-';
}

std::string why_none(const PuzzleOptions& options, const Lab* wanted, bool has_passed) {
    if (!has_passed) {
        return fmt::format("{} yet, and a puzzle is a solution with one mistake. Once a lab has "
                           "passed, ./lab puzzle draws one of it; --spoil draws one now.",
                           wanted != nullptr ? fmt::format("Lab {} has not passed", wanted->id)
                                             : "None of your labs has passed");
    }
    return is_puzzle_id(options.which)
               ? fmt::format("There is no puzzle {}. To draw another of that lab: ./lab puzzle {}",
                             options.which, wanted->number)
               : "There is no such puzzle: try another level or another lab.";
}

void run_puzzle(const PuzzleOptions& options, Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const CourseProgress course = read_progress(session);
    const bool is_id = is_puzzle_id(options.which);
    const Lab* const wanted =
        options.which.empty()
            ? nullptr
            : lab_or_file(labs, is_id ? options.which.substr(0, 2) : options.which).lab;
    std::vector<Candidate> candidates;
    bool has_passed = false;
    for (const Lab& lab : labs) {
        if ((wanted != nullptr && wanted != &lab) ||
            (!options.spoil && !progress_of(course, lab.id).passed())) {
            continue;
        }
        has_passed = true;
        for (Puzzle& puzzle : puzzles_of(lab, read_file(solution_of(lab)), session.root)) {
            if ((options.level == 0 || options.level == puzzle.level) &&
                (!is_id || options.which == puzzle.id)) {
                candidates.push_back({&lab, std::move(puzzle)});
            }
        }
    }
    if (candidates.empty()) {
        say(why_none(options, wanted, has_passed));
        session.exit = exit_code::findings;
        return;
    }
    const auto& [lab, puzzle] = drawn(candidates, course, options);
    const fs::path file = folder_of(session) / puzzle_file(puzzle.id);
    const fs::path shown = shown_path(file);
    std::error_code error;
    const bool is_begun = fs::exists(file, error);
    if (!is_begun) {
        fs::create_directories(file.parent_path(), error);
        write_file(file, puzzle_text(puzzle, *lab, shown));
    }
    const std::string words = is_begun ? "is there already: a puzzle" : "is written: a puzzle";
    print_linked(fitted(STDOUT_FILENO,
                        fmt::format("{} {} of level {} of {}, lab {} with one mistake. Find "
                                    "it and mend it.",
                                    shown.string(), words, puzzle.level, hardest_puzzle, lab->id)) +
                     fmt::format("Check it: ./lab check {} {}\n", lab->number, shown.string()),
                 {shown});
}

} // namespace

void add_puzzle_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<PuzzleOptions>();
    CommandBuilder command = app.add_command(
        "puzzle", "Draw a kernel with one mistake in it, to find it and to mend it");
    command.add_option("LAB", options->which,
                       "A lab that you have passed, or a puzzle's name: 5, or 05-3fa2; by default "
                       "any");
    command
        .add_option("--level", options->level,
                    "What the report shows of the mistake: 1 its line, 2 what happens between "
                    "threads, 3 wrong cells only")
        .in_range(1, hardest_puzzle);
    command.add_flag("--spoil", options->spoil, "Take labs that have not passed, too");
    const OptionBuilder seed =
        command.add_option("--seed N", options->seed, "To draw the same again");
    command.footer("Solved puzzles are counted with your progress: ./lab list.\n"
                   "Example: ./lab puzzle 5 --level 2");
    command.action([options, seed, &session] {
        options->seed_given = seed.is_given();
        run_puzzle(*options, session);
    });
}

} // namespace kit
