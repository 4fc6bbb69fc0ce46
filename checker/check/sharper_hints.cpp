#include "checker/check/sharper_hints.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/macros.hpp"
#include "checker/base/tokens.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/check/block_hints.hpp"
#include "checker/check/sweep_hints.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/emulator/host/source_text.hpp"
#include "checker/trace/element_due.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/thread_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kit {

namespace {

bool is_race(const Finding& finding) {
    return finding.kind == FindingKind::race_shared || finding.kind == FindingKind::race_global;
}

/// A race on a variable that the file declares static inside a function.
void name_static_variables(const SubmissionFile& submission, std::vector<Finding>& findings) {
    constexpr std::ptrdiff_t most_between = 4; // "static volatile unsigned int"
    const std::vector<Token> tokens = tokens_of(submission.text);
    for (Finding& finding : findings) {
        const auto is_static = [&](const Token& token) {
            const auto from = tokens.begin() + (&token - tokens.data());
            return token.is("static") &&
                   std::any_of(from, from + std::min(most_between, tokens.end() - from),
                               [&](const Token& one) { return one.is(finding.array); });
        };
        if (finding.kind == FindingKind::race_global && !finding.array.empty() &&
            std::any_of(tokens.begin(), tokens.end(), is_static)) {
            finding.hint = fmt::format("'{}' is static: one variable for all threads. Without "
                                       "static each thread has its own.",
                                       finding.array);
        }
    }
}

/// Where grids fail only if two of their extents differ, and some pass where the two are equal: a sentence on it.
std::string fails_unless_equal(const Lab& lab, const std::vector<CaseResult>& cases) {
    constexpr const char* rows = "a row has width cells, and a column height.";
    constexpr const char* other = "is one of them where the other belongs?";
    std::string sentence;
    std::ptrdiff_t least = std::ssize(cases); // grids that pass although the two differ
    for (const auto& [a, b, names, advice] :
         {std::tuple{&Extents::x, &Extents::y, "width and height", rows},
          {&Extents::y, &Extents::z, "height and depth", other},
          {&Extents::x, &Extents::z, "width and depth", other}}) {
        const auto count = [&, first = a, second = b](bool equal, bool passed) {
            return std::count_if(cases.begin(), cases.end(), [&](const CaseResult& one) {
                return (one.extents.*first == one.extents.*second) == equal &&
                       (one.outcome == Outcome::passed) == passed && one.extents.*first > 1;
            });
        };
        if (count(true, true) > 0 && count(true, false) == 0 && count(false, true) < least) {
            least = count(false, true);
            sentence = fmt::format("Only grids fail whose {} differ: {}", names, advice);
        }
    }
    return lab.axes == 1 || lab.cube ? "" : sentence;
}

/// Where, small grids apart, only those of one extent along an axis are right, and the file has that number: a sentence
/// on it.
std::string fixed_extent(const Lab& lab, const SubmissionFile& submission,
                         const std::vector<CaseResult>& cases) {
    constexpr std::int64_t small = 8; // right by chance
    const std::vector<Token> tokens = tokens_of(submission.text);
    for (const auto& [extent, name] :
         {std::pair{&Extents::x, "width"}, {&Extents::y, "height"}, {&Extents::z, "depth"}}) {
        std::set<std::int64_t> right;
        std::set<std::int64_t> wrong;
        for (const CaseResult& one : cases) {
            if (one.extents.*extent > small) {
                (one.outcome == Outcome::passed ? right : wrong).insert(one.extents.*extent);
            }
        }
        if (lab.axes == 1 || right.size() != 1 || wrong.size() < 2 ||
            wrong.contains(*right.begin())) {
            continue;
        }
        const std::string number = std::to_string(*right.begin());
        const auto found = std::find_if(tokens.begin(), tokens.end(),
                                        [&](const Token& token) { return token.is(number); });
        if (found != tokens.end()) {
            return fmt::format("Only grids of {0} {1} are right, and line {2} has the number {1}: "
                               "the grid's size is a parameter of the kernel.",
                               lab.cube ? "side" : name, number, found->line);
        }
    }
    return "";
}

/// Where all wrong cells fit another formula, its mistake is also what led outside the array: no guard is missing.
void speak_of_formula(const std::vector<Finding>& findings, Finding& access) {
    const auto wrong = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
        return one.kind == FindingKind::wrong_output && !one.explanations.empty() &&
               (one.explanations.front().id == "neighbour-mistaken" ||
                one.explanations.front().id == "transposed" ||
                one.explanations.front().id == "march-mistaken" ||
                one.explanations.front().id == "boundary-rule-mistaken") &&
               share_a_case(one, access);
    });
    if (access.kind == FindingKind::out_of_bounds_global && wrong != findings.end()) {
        const Explanation& explanation = wrong->explanations.front();
        access.hint = fmt::format("Where it stays inside, every wrong cell {}. {}",
                                  explanation.sentence, explanation.hint);
    }
}

/// The last two of each access with as many: "ty", "tx".
std::vector<std::pair<std::string, std::string>> last_indices(const std::string& line,
                                                              const std::string& array) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::vector<std::string>& indices : indices_in(line, array)) {
        if (indices.size() > 1) {
            found.emplace_back(indices.end()[-2], indices.back());
        }
    }
    return found;
}

/// Threads (a, b) and (b, a) race on one element, and one line has the indices of the other exchanged.
void speak_of_mirrored_threads(Finding& race) {
    if (race.kind != FindingKind::race_shared || race.threads.size() != 2 ||
        race.lines.size() < 2) {
        return;
    }
    const auto& a = race.threads[0].thread;
    const auto& b = race.threads[1].thread;
    const auto first = last_indices(race.lines[0].text, race.array);
    const auto second = last_indices(race.lines[1].text, race.array);
    const auto exchanged = std::find_if(first.begin(), first.end(), [&](const auto& one) {
        return one.first != one.second &&
               std::find(second.begin(), second.end(), std::pair(one.second, one.first)) !=
                   second.end();
    });
    if (exchanged != first.end() && a[0] != a[1] && a[0] == b[1] && a[1] == b[0] && a[2] == b[2]) {
        race.hint = fmt::format(
            "One of these lines indexes '{}' by [{}][{}], the other by "
            "[{}][{}]: x and y are exchanged. Correct that first: a barrier does "
            "not change which element is used.",
            race.array, exchanged->first, exchanged->second, exchanged->second, exchanged->first);
    }
}

/// Two threads of neighbouring rows store to one element of an array with one index: its rows are too short.
void speak_of_short_rows(Finding& race, const std::vector<CaseResult>& cases) {
    const auto ran = std::find_if(cases.begin(), cases.end(),
                                  [](const CaseResult& one) { return one.launch.has_value(); });
    if (race.kind != FindingKind::race_shared || race.threads.size() != 2 ||
        race.lines.size() != 1 || ran == cases.end() ||
        !last_indices(race.lines[0].text, race.array).empty()) {
        return;
    }
    const auto step = [&](std::size_t axis) {
        return std::int64_t{race.threads[1].thread[axis]} - race.threads[0].thread[axis];
    };
    const std::uint32_t threads = ran->launch->block[0];
    const std::int64_t row = std::abs(step(0));
    if (std::abs(step(1)) == 1 && step(2) == 0 && step(0) == -row * step(1) && row > 0 &&
        row < threads) {
        race.hint = fmt::format("A row of '{}' begins {} elements after the row before it, and {} "
                                "threads store to a row: two rows overlap.",
                                race.array, row, threads);
    }
}

class SecondLook {
public:
    SecondLook(const HintSources& sources, Finding& finding)
        : sources_(sources), finding_(finding) {}

    void look() {
        const std::vector<LabGrid> all = grids();
        if (!all.empty() && !look_at_places(all)) {
            constexpr std::size_t most_grids = 3; // the smallest may be too small to tell
            for (std::size_t i = 0; i < std::min(all.size(), most_grids); ++i) {
                if (look_at(all[i])) {
                    break;
                }
            }
            look_at_block(all.front());
        }
    }

    /// Those that show the finding, the smallest first.
    [[nodiscard]] std::vector<LabGrid> grids() const {
        constexpr std::int64_t most_cells = 1'100'000;
        std::vector<LabGrid> grids;
        std::copy_if(sources_.grids.begin(), sources_.grids.end(), std::back_inserter(grids),
                     [&](const LabGrid& grid) {
                         const auto& cases = finding_.cases;
                         const std::string name = describe(grid.extents, *grid.lab);
                         return grid.extents.cells() <= most_cells &&
                                std::find(cases.begin(), cases.end(), name) != cases.end();
                     });
        std::stable_sort(grids.begin(), grids.end(), [](const LabGrid& a, const LabGrid& b) {
            return a.extents.cells() < b.extents.cells();
        });
        return grids;
    }

    /// Whether all threads take their cells by one wrong rule. The smallest grids may have too few of them to tell.
    bool look_at_places(const std::vector<LabGrid>& grids) {
        constexpr std::int64_t most_cells = 40'000; // there is room for all their accesses
        constexpr std::size_t most_grids = 6;
        for (std::size_t i = 0; i < std::min(grids.size(), most_grids); ++i) {
            if (grids[i].extents.cells() > most_cells || !finding_.explanations.empty() ||
                finding_.kind == FindingKind::technique_missing) {
                return false;
            }
            if (const std::string places = mistaken_places(record(grids[i], std::nullopt));
                !places.empty()) {
                finding_.hint = places;
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] RecordedLaunch record(const LabGrid& grid,
                                        std::optional<std::uint64_t> block) const {
        return record_launch(*grid.lab, grid.extents, *sources_.program, sources_.submission,
                             sources_.seed, block);
    }

    /// Whether the grid tells something.
    bool look_at(const LabGrid& grid) {
        if (finding_.kind == FindingKind::technique_missing) {
            const std::string twice = loaded_twice(record(grid, 0));
            finding_.hint = twice.empty() ? finding_.hint : twice + " " + finding_.hint;
            return true;
        }
        if (finding_.kind == FindingKind::race_global) {
            return true;
        }
        const ElementDue due = element_due(
            finding_, [&](std::optional<std::uint64_t> block) { return record(grid, block); });
        add(due);
        return due.kind != ElementDue::Kind::nothing;
    }

    /// What the finding's block lacks.
    void look_at_block(const LabGrid& grid) {
        std::string sentence = short_index(finding_, sources_.submission, grid.extents);
        if (!sentence.empty()) {
            finding_.hint = sentence; // no guard is missing
        } else if (finding_.kind == FindingKind::uninitialized_shared &&
                   !finding_.threads.empty()) {
            const RecordedLaunch launched = record(grid, 0);
            sentence = why_unset(finding_,
                                 record(grid, number_at(finding_.threads.front().block,
                                                        launched.observation.launch.grid)),
                                 launched);
            finding_.hint = sentence.empty() ? finding_.hint : sentence + " " + finding_.hint;
        } else if (finding_.kind == FindingKind::out_of_bounds_shared) {
            sentence = exchanged_extents(finding_, record(grid, 0));
            finding_.hint = sentence.empty() ? finding_.hint : sentence;
        }
    }

    void add(const ElementDue& due) {
        using Kind = ElementDue::Kind;
        const bool keeps_hint = finding_.kind == FindingKind::uninitialized_shared ||
                                finding_.kind == FindingKind::out_of_bounds_shared;
        if (finding_.kind == FindingKind::race_shared) {
            if (due.kind == Kind::other_element || due.kind == Kind::other_place) {
                finding_.hint =
                    due.sentences +
                    " Correct that first: a barrier does not change which element is read.";
            }
        } else if (due.kind == Kind::other_place) {
            finding_.hint =
                due.sentences + " The loads and the sum find their elements in different ways.";
        } else if (due.kind == Kind::index_of_grid ||
                   (due.kind == Kind::other_element && !keeps_hint)) {
            finding_.hint = due.sentences; // no guard helps, and nothing need be worked out by hand
        } else if (due.kind != Kind::nothing) {
            finding_.hint = due.sentences + " " + finding_.hint;
        }
    }

    const HintSources& sources_;
    Finding& finding_;
};

bool deserves_second_look(const Finding& finding) {
    switch (finding.kind) {
    case FindingKind::out_of_bounds_global:
    case FindingKind::out_of_bounds_shared:
    case FindingKind::uninitialized_shared:
    case FindingKind::race_shared:
    case FindingKind::race_global:
    case FindingKind::technique_missing: return true;
    case FindingKind::wrong_output: return finding.explanations.empty() && finding.lines.empty();
    default: return false;
    }
}

} // namespace

void sharpen_hints(Verdict& verdict, const HintSources& sources) {
    const auto first =
        std::find_if(verdict.findings.begin(), verdict.findings.end(),
                     [](const Finding& one) { return one.severity == Severity::error; });
    if (first == verdict.findings.end()) {
        return;
    }
    if (const auto macro = torn_macro(sources.submission.text);
        macro && first->kind != FindingKind::build_error) {
        first->hint = fmt::format(
            "Line {} defines {} without brackets: in line {} an operator takes "
            "only a part of {}. Write #define {} ({}).",
            macro->defined, macro->name, macro->used, macro->text, macro->name, macro->text);
        return; // nothing else may be wrong
    }
    speak_of_sweeps(sources.lab, sources.submission, verdict.cases, *first);
    const std::string first_hint = first->hint;
    speak_of_formula(verdict.findings, *first);
    if (sources.program != nullptr && deserves_second_look(*first) && first->hint == first_hint) {
        try {
            SecondLook(sources, *first).look();
            // A small grid may show by its output what only a large one shows by a race.
            const auto wrong = std::find_if(first, verdict.findings.end(), [](const Finding& one) {
                return one.kind == FindingKind::wrong_output;
            });
            if (first->hint == first_hint && wrong != verdict.findings.end() && is_race(*first)) {
                Finding alone = *wrong;
                std::erase_if(alone.cases, [&](const std::string& name) {
                    return std::find(first->cases.begin(), first->cases.end(), name) !=
                           first->cases.end();
                });
                SecondLook look(sources, alone);
                if (look.look_at_places(look.grids())) {
                    first->hint = alone.hint;
                }
            }
        } catch (const KitError&) { // the finding is true without it
        }
    }
    if (first->kind == FindingKind::race_shared &&
        sources.submission.text.find("__syncwarp") != std::string::npos) {
        first->hint += " __syncwarp() waits for the 32 threads of a warp only.";
    }
    if (first->hint == first_hint) {
        speak_of_mirrored_threads(*first);
        speak_of_short_rows(*first, verdict.cases);
    }
    if (const std::string sentence = fixed_extent(sources.lab, sources.submission, verdict.cases);
        !sentence.empty()) {
        first->hint = sentence;
    }
    if (const std::string sentence = fails_unless_equal(sources.lab, verdict.cases);
        !sentence.empty() && first->explanations.empty()) {
        first->hint = first->hint != first_hint ? first->hint + " " + sentence : sentence;
        for (Finding& finding : verdict.findings) {
            if (&finding != &*first && finding.kind == FindingKind::out_of_bounds_global) {
                finding.hint = sentence; // a guard would hide what is wrong
            }
        }
    }
    if (is_race(*first)) {
        name_static_variables(sources.submission, verdict.findings);
    }
}

} // namespace kit
