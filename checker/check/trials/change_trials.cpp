#include "checker/check/trials/change_trials.hpp"

#include "checker/catalog/grid_text.hpp"
#include "checker/check/definedness.hpp"
#include "checker/check/own_reference.hpp"
#include "checker/check/trials/small_changes.hpp"
#include "checker/reference/comparison.hpp"
#include "checker/reference/elements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr int most_builds = 3;
constexpr std::size_t most_proofs = 4;

/// A program of all changes on one grid.
class ChangesOnGrid {
public:
    ChangesOnGrid(const Case& grid, std::uint64_t seed, const EmulatedProgram& program,
                  const SubmissionFile& submission)
        : lab_(*grid.variant), program_(program), submission_(submission),
          data_(drawn_and_expected(lab_, grid.extents, seed)) {
        const Observation plain = run(input_for(0));
        is_wrong_ = !is_right(plain) || !is_sound(0);
        time_limits_ = std::clamp(10 * plain.seconds, 0.02, 0.1) / time_limit(lab_, data_.extents);
    }

    /// Whether the submission as it is is wrong here.
    [[nodiscard]] bool is_wrong() const { return is_wrong_; }

    /// Whether the output is right with the change, and nothing else wrong. Loops without an end take time, and after
    /// some of them no more changes are tried.
    [[nodiscard]] bool is_right(int change) {
        constexpr int most_timeouts = 30;
        if (timeouts_ > most_timeouts) {
            return false;
        }
        RunInput input = input_for(change);
        input.with_events = false;
        input.compare_writes = false;
        input.time_limits = time_limits_;
        const Observation output = run(input);
        const bool is_slow =
            !output.findings.empty() && output.findings.front().kind == FindingKind::timeout;
        timeouts_ += is_slow ? 1 : 0;
        return is_right(output) && is_sound(change);
    }

private:
    [[nodiscard]] bool is_right(const Observation& seen) const {
        return seen.completed && compare(lab_, data_, seen.output).mismatches == 0;
    }

    /// Whether nothing is wrong but the output.
    [[nodiscard]] bool is_sound(int change) const {
        const RunInput input = input_for(change);
        Observation seen = run(input);
        if (seen.completed) {
            excuse_unused_reads(lab_, program_, input, submission_, {}, seen.findings);
        }
        return seen.completed && !has_error(seen.findings);
    }

    [[nodiscard]] RunInput input_for(int change) const {
        RunInput input{data_.extents, data_.input, data_.output, data_.coefficients,
                       poison_of(lab_.element)};
        input.watching = runtime::watch_errors;
        input.workers = 1;
        input.change = change;
        return input;
    }

    [[nodiscard]] Observation run(const RunInput& input) const {
        return run_case(lab_, program_, input, submission_);
    }

    const Lab& lab_;
    const EmulatedProgram& program_;
    const SubmissionFile& submission_;
    const CaseData data_;
    bool is_wrong_ = false;
    double time_limits_ = 1; ///< of a run whose output alone counts, in the lab's limit
    std::atomic<int> timeouts_ = 0;
};

/// Those of the numbers for which `is_wanted` is true, in order; asked on all cores.
template <class Wanted>
std::vector<int> filtered(const std::vector<int>& numbers, const Wanted& is_wanted) {
    std::vector<char> answers(numbers.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
        workers.push_back(std::async(std::launch::async, [&] {
            for (std::size_t at = next++; at < numbers.size(); at = next++) {
                answers[at] = is_wanted(numbers[at]) ? 1 : 0;
            }
        }));
    }
    for (std::future<void>& worker : workers) {
        worker.get();
    }
    std::vector<int> wanted;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (answers[i] != 0) {
            wanted.push_back(numbers[i]);
        }
    }
    return wanted;
}

/// The program of all changes on all the grids: first on the first that is wrong, or on a smaller one that is, too.
class ChangesOnGrids {
public:
    ChangesOnGrids(const TrialGrids& on, const Artifact& artifact, const SubmissionFile& submission)
        : on_(on), program_(artifact), submission_(submission) {
        for (const Case& grid : on.grids) {
            add(grid);
        }
        const auto wrong = std::ranges::find_if(
            grids_, &ChangesOnGrid::is_wrong, [](const auto& grid) -> auto& { return *grid; });
        if (wrong == grids_.end()) {
            grids_.clear();
            return;
        }
        std::rotate(grids_.begin(), wrong, std::next(wrong));
        add_smaller(on.grids[static_cast<std::size_t>(wrong - grids_.begin())]);
    }

    /// Those of the changes with which all is right on every grid.
    [[nodiscard]] std::vector<int> right_ones(std::vector<int> changes) const {
        for (const auto& grid : grids_) {
            changes = filtered(changes, [&](int change) { return grid->is_right(change); });
        }
        return grids_.empty() ? std::vector<int>() : changes;
    }

private:
    void add(const Case& grid) {
        grids_.push_back(std::make_unique<ChangesOnGrid>(grid, on_.seed, program_, submission_));
    }

    void add_smaller(const Case& wrong) {
        constexpr std::int64_t few = 1000; // cells
        if (wrong.extents.cells() <= few) {
            return;
        }
        for (const std::int64_t most : {6, 8, 9, 11, 13, 16, 18, 20, 24}) {
            Case smaller = wrong;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                smaller.extents[axis] = std::min(smaller.extents[axis], most);
            }
            if (most < least_extent(*wrong.variant)) {
                continue;
            }
            add(smaller);
            if (grids_.back()->is_wrong()) {
                std::rotate(grids_.begin(), std::prev(grids_.end()), grids_.end());
                return;
            }
            grids_.pop_back();
        }
    }

    const TrialGrids& on_;
    const EmulatedProgram program_;
    const SubmissionFile& submission_;
    std::vector<std::unique_ptr<ChangesOnGrid>> grids_;
};

/// Those that are right, in words, and their lines; as one text, and back.
struct FoundChanges {
    std::vector<int> lines;
    std::string what;
};

std::string written(const FoundChanges& found) {
    return fmt::format("{}\n{}", fmt::join(found.lines, " "), found.what);
}

FoundChanges read_changes(const std::string& text) {
    FoundChanges found;
    std::istringstream stream(text.substr(0, text.find('\n')));
    for (int line = 0; stream >> line;) {
        found.lines.push_back(line);
    }
    found.what = text.substr(text.find('\n') + 1);
    return found;
}

class Search {
public:
    Search(const TrialGrids& on, const TrialGrids& proved_on, const SubmissionFile& submission)
        : on_(on), proved_on_(proved_on), submission_(submission) {}

    FoundChanges run() {
        std::set<int> fixed; // lines in which the compiler wants what no change can give
        FoundChanges found;
        bool is_built = false;
        for (int build = 0; build < most_builds && !is_built; ++build) {
            const ChangeableText all = with_small_changes(submission_.text, fixed);
            with_scratch_build(
                on_, {submission_.shown_path, all.text}, [&](const BuildOutcome& built) {
                    is_built = built.artifact.has_value();
                    if (is_built) {
                        found = first_right(all, *built.artifact);
                    }
                    for (const Finding& finding : built.findings) {
                        fixed.insert(finding.lines.empty() ? 0 : first_line(finding));
                    }
                });
        }
        return found;
    }

private:
    /// The first that make the submission right when nothing but one of them is changed: one for a line, a few lines.
    [[nodiscard]] FoundChanges first_right(const ChangeableText& all,
                                           const Artifact& artifact) const {
        constexpr std::size_t at_once = 200;
        constexpr std::size_t most_lines = 3;
        const ChangesOnGrids grids(on_, artifact, submission_);
        FoundChanges found;
        std::size_t proofs = 0;
        for (std::size_t begin = 0; begin < all.changes.size() && found.lines.empty();
             begin += at_once) {
            std::vector<int> some(std::min(at_once, all.changes.size() - begin));
            std::iota(some.begin(), some.end(), static_cast<int>(begin) + 1);
            for (const int number : grids.right_ones(std::move(some))) {
                const SmallChange& change = all.changes[static_cast<std::size_t>(number - 1)];
                if (std::ranges::count(found.lines, change.line) == 0 &&
                    found.lines.size() < most_lines && proofs++ < most_proofs &&
                    is_proved(change)) {
                    found.what += fmt::format("{}{} in line {}", found.lines.empty() ? "" : ", or ",
                                              change.with, change.line);
                    found.lines.push_back(change.line);
                }
            }
        }
        return found;
    }

    [[nodiscard]] bool is_proved(const SmallChange& change) const {
        return answer_to(proved_on_, {submission_.shown_path,
                                      edited(submission_.text, change.edits)}) == trial_passed;
    }

    const TrialGrids& on_;
    const TrialGrids& proved_on_;
    const SubmissionFile& submission_;
};

} // namespace

std::optional<RightChange> find_right_change(const TrialGrids& on, const TrialGrids& proved_on,
                                             const SubmissionFile& submission) {
    try {
        const FoundChanges found =
            read_changes(remembered_answer("change 7", proved_on, submission, [&] {
                return written(Search(on, proved_on, submission).run());
            }));
        if (found.lines.empty()) {
            return std::nullopt;
        }
        RightChange change{{}, found.what, proved_on.grids.size()};
        for (const int line : found.lines) {
            change.lines.push_back({submission.shown_path, line, 0, submission.line(line)});
        }
        return change;
    } catch (const std::exception&) {
        return std::nullopt; // the verdict needs no change
    }
}

} // namespace kit
