#include "checker/diagnosis/merged_findings.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace kit {

namespace {

bool same_mistake(const Finding& a, const Finding& b) {
    if (a.kind != b.kind || a.severity != b.severity) {
        return false;
    }
    if (a.cause != Cause{} || b.cause != Cause{}) {
        return a.cause == b.cause;
    }
    return a.kind == FindingKind::wrong_output || (a.lines == b.lines && a.array == b.array);
}

template <class T>
void add_missing(std::vector<T>& to, const std::vector<T>& from) {
    for (const T& item : from) {
        if (std::ranges::find(to, item) == to.end()) {
            to.push_back(item);
        }
    }
}

/// Whether the finding has cells of the sort that the explanation is about. Where nothing was written, as on 3³, no end
/// of what is computed can be seen.
bool is_about(const Explanation& explanation, const Finding& finding) {
    if ((explanation.of_unwritten || explanation.key == "one plane") && finding.wrote_nothing) {
        return false;
    }
    return explanation.of_unwritten ? finding.has_unwritten : finding.has_wrong_values;
}

/// Whether it need hold on this grid alone, since the other one has no cells of its sort. Of one or two values many
/// formulas hold.
bool holds_alone(const Explanation& explanation, const Finding& here, const Finding& there) {
    constexpr std::uint64_t few_cells = 8;
    return !is_about(explanation, there) && (explanation.of_unwritten || here.count >= few_cells);
}

/// What explains the cells of both. An explanation need only hold where there are cells of its sort.
/// Those that explain the whole grid come first. Sentences come from `first` if it has them.
std::vector<Explanation> on_both(const Finding& first, const Finding& second) {
    std::vector<Explanation> both;
    for (const Explanation& explanation : first.explanations) {
        const auto other =
            std::ranges::find_if(second.explanations, [&explanation](const Explanation& candidate) {
                return candidate.id == explanation.id &&
                       candidate.of_unwritten == explanation.of_unwritten &&
                       (candidate.key == explanation.key || candidate.key == "between" ||
                        explanation.key == "between");
            });
        if (other != second.explanations.end()) {
            // Between two blocks alone less can be told than between several.
            both.push_back(explanation.key == "between" ? *other : explanation);
            both.back().whole_grid = explanation.whole_grid && other->whole_grid;
        } else if (holds_alone(explanation, first, second)) {
            both.push_back(explanation);
        }
    }
    for (const Explanation& explanation : second.explanations) {
        if (holds_alone(explanation, second, first)) {
            both.push_back(explanation);
            // The sentence has numbers of blocks, which are true of one grid.
            if (explanation.of_unwritten && !second.cases.empty() &&
                explanation.elsewhere.empty()) {
                both.back().elsewhere = second.cases.front();
            }
        }
    }
    std::ranges::stable_sort(both, std::ranges::greater(), &Explanation::whole_grid);
    return both;
}

/// Whether a case with so many wrong cells shows more than one or two in a corner.
bool shows_much(const Finding& finding, std::uint64_t count) {
    constexpr std::uint64_t enough_cells = 100;
    return !finding.place.empty() || count >= enough_cells;
}

/// The lines and the wrong cells of the one case whose message a merged finding shows.
struct Shown {
    std::ptrdiff_t lines = 0;
    std::uint64_t count = 0;
};

/// Takes the explanations of both; message and picture from the first case that shows much.
void merge_wrong_output(Finding& earlier, Finding& later, Shown& shown) {
    const bool later_shows_more =
        !shows_much(earlier, shown.count) && shows_much(later, later.count);
    earlier.explanations = later_shows_more ? on_both(later, earlier) : on_both(earlier, later);
    earlier.has_wrong_values = earlier.has_wrong_values || later.has_wrong_values;
    earlier.has_unwritten = earlier.has_unwritten || later.has_unwritten;
    earlier.wrote_nothing = earlier.wrote_nothing && later.wrote_nothing;
    // One of a single plane says less.
    const bool later_says_more = later.on_small_grid && later.on_small_grid->whole_grid;
    if (!earlier.on_small_grid || (!earlier.on_small_grid->whole_grid && later_says_more)) {
        earlier.on_small_grid = later.on_small_grid;
    }
    if (later_shows_more) {
        shown.count = later.count;
        earlier.message = std::move(later.message);
        earlier.place = std::move(later.place);
        earlier.index = later.index;
        earlier.detail = std::move(later.detail);
        earlier.hint = std::move(later.hint);
        earlier.picture = std::move(later.picture);
    }
}

} // namespace

bool share_a_case(const Finding& a, const Finding& b) {
    return std::ranges::find_first_of(a.cases, b.cases) != a.cases.end();
}

std::vector<Finding> merge(std::vector<Finding> findings) {
    std::vector<Finding> merged;
    std::vector<Shown> shown; ///< of each
    for (Finding& finding : findings) {
        const auto earlier = std::ranges::find_if(merged, [&finding](const Finding& candidate) {
            return same_mistake(candidate, finding) && !candidate.cases.empty() &&
                   !finding.cases.empty() &&
                   (finding.cause != Cause{} || !share_a_case(candidate, finding));
        });
        if (earlier == merged.end()) {
            shown.push_back({std::ssize(finding.lines), finding.count});
            merged.push_back(std::move(finding));
        } else {
            Shown& example = shown[earlier - merged.begin()];
            if (finding.kind == FindingKind::wrong_output) {
                merge_wrong_output(*earlier, finding, example);
            }
            earlier->count += finding.count;
            add_missing(earlier->cases, finding.cases);
            add_missing(earlier->lines, finding.lines);
            // Those of the example that is shown come first.
            const auto others = earlier->lines.begin() + example.lines;
            std::stable_sort(
                others, earlier->lines.end(),
                [](const SourceLine& a, const SourceLine& b) { return a.line < b.line; });
        }
    }
    return merged;
}

} // namespace kit
