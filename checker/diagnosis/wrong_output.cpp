#include "checker/base/numbers.hpp"
#include "checker/diagnosis/diagnoses.hpp"
#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/places/places.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace kit {

namespace {

/// "was never written", "are wrong": true of all the cells that are not right.
std::string common_fault(const Comparison& comparison) {
    const bool one = comparison.mismatches == 1;
    if (comparison.untouched == comparison.mismatches) {
        return one ? "was never written" : "were never written";
    }
    if (comparison.not_a_number == comparison.mismatches) {
        return one ? "is not a number" : "are not numbers";
    }
    return one ? "is wrong" : "are wrong";
}

/// "; 12 never written, 1 not a number, 4 with a wrong value"; empty if all are of one sort. `unwritten`: which cells
/// were never written, if that can be said.
std::string sorts_of_faults(const Comparison& comparison, const std::string& unwritten) {
    const struct {
        std::uint64_t count;
        std::string what;
    } sorts[] = {
        {comparison.untouched, "never written" + (unwritten.empty() ? "" : " (" + unwritten + ")")},
        {comparison.not_a_number, "not a number"},
        {comparison.mismatches - comparison.untouched - comparison.not_a_number,
         "with a wrong value"},
    };

    std::string list;
    for (const auto& sort : sorts) {
        if (sort.count == comparison.mismatches) {
            return "";
        }
        if (sort.count > 0) {
            list +=
                fmt::format("{} {} {}", list.empty() ? ";" : ",", thousands(sort.count), sort.what);
        }
    }
    return list;
}

/// Whether at the boundary or inside; empty if the lab has no boundary cells.
std::string where_it_is_wrong(const Comparison& comparison) {
    if (comparison.boundary_cells == 0 || comparison.mismatches == comparison.cells) {
        return "";
    }
    const std::uint64_t inner_cells = comparison.cells - comparison.boundary_cells;
    const std::uint64_t inner = comparison.mismatches - comparison.boundary_mismatches;
    if (comparison.mismatches == 1) {
        return inner == 0 ? " (a boundary cell)" : " (an inner cell)";
    }
    if (inner == 0) {
        return comparison.boundary_mismatches == comparison.boundary_cells
                   ? " (all boundary cells, no inner cell)"
                   : " (boundary cells only)";
    }
    if (comparison.boundary_mismatches == 0) {
        return inner == inner_cells ? " (all inner cells, no boundary cell)"
                                    : " (inner cells only)";
    }
    return fmt::format(" ({} at the boundary)", thousands(comparison.boundary_mismatches));
}

std::string message(const Evidence& evidence, const std::string& array, const std::string& place,
                    const std::string& unwritten) {
    const Comparison& comparison = *evidence.comparison;
    const std::string cells = counted(comparison.cells, "cell");
    std::string which = fmt::format("{} of the {}", thousands(comparison.mismatches), cells);
    if (comparison.mismatches == comparison.cells) {
        which = comparison.cells == 1   ? "the only cell"
                : comparison.cells == 2 ? "both cells"
                                        : fmt::format("all {}", cells);
    }
    return fmt::format("On {}, {} of {} {}{}{}{}.", grid_name(evidence.data.extents, evidence.lab),
                       which, array, common_fault(comparison), where_it_is_wrong(comparison),
                       place.empty() ? "" : ", " + place, sorts_of_faults(comparison, unwritten));
}

/// The first wrong cell. Several sweeps spread the error of a boundary cell, which is the mistake itself.
const WrongCell& first_to_look_at(const Lab& lab, const Comparison& comparison) {
    const auto is_of_boundary = [](const WrongCell& cell) {
        return cell.why == WrongCell::Why::wrong && cell.allowed == 0;
    };
    const auto found = std::ranges::find_if(comparison.first_wrong, is_of_boundary);
    return lab.steps > 1 && found != comparison.first_wrong.end() ? *found
                                                                  : comparison.first_wrong.front();
}

std::string hint(const Lab& lab, const Comparison& comparison, const WrongCell& first,
                 const std::string& element) {
    switch (first.why) {
    case WrongCell::Why::untouched:
        return fmt::format("Work out which block and thread own {}, and follow that thread "
                           "through the kernel: it must reach the store.",
                           element);
    case WrongCell::Why::not_a_number:
        if (has_slabs(lab) && comparison.untouched > 0) {
            return "Begin with the cells that were never written: they hold NaN, which the next "
                   "sweep reads. Which thread should store to them?";
        }
        return fmt::format("Follow the values that {} is computed from: one of them is NaN, or an "
                           "operation on them gives NaN.",
                           element);
    case WrongCell::Why::wrong: break;
    }
    if (first.allowed == 0 && lab.boundary == BoundaryRule::keep) {
        return fmt::format("{} lies on the boundary, which keeps its values: no thread may compute "
                           "it. Find the thread that stores there, {}.",
                           element,
                           lab.steps > 1 ? "which may store only what the input has there"
                                         : "and what lets it pass its guard");
    }
    if (first.allowed == 0) {
        return fmt::format(
            "Work out by hand what {} must hold, and find the thread that writes it.", element);
    }
    if (lab.steps > 1 && !has_slabs(lab)) {
        return fmt::format("{} sweeps are too many to work out by hand. Let the kernel end after "
                           "one: if that is right, the report says that every wrong cell holds the "
                           "result of 1 sweep. Then try two.",
                           lab.steps);
    }
    return fmt::format("Work out {} by hand from the lab's formula, and compare each term with "
                       "the one that the kernel adds.",
                       element);
}

/// Some formula fits so few cells by chance.
constexpr std::uint64_t few_cells = 8;

/// Whether a race decides what the wrong cells hold, and they are few.
bool is_left_to_chance(const Evidence& evidence, const std::string& output) {
    return evidence.comparison->mismatches < few_cells &&
           std::ranges::any_of(evidence.observation.findings, [&](const Finding& one) {
               return one.kind == FindingKind::race_global && one.array == output &&
                      one.cause.kind != Cause::Kind::equal_writes;
           });
}

/// Larger grids are not explained: the map of their errors would take too much memory.
constexpr std::int64_t most_cells = std::int64_t{1} << 24;

/// Returns which cells were never written, where they are only some of the wrong ones and nothing else says it.
std::string add_place_and_explanations(const Evidence& evidence, Finding& finding) {
    const Extents& extents = evidence.data.extents;
    if (extents.cells() > most_cells) {
        return "";
    }
    const ErrorMap errors = map_errors(evidence.lab, evidence.data, evidence.observation.output);
    const std::vector<std::int64_t> wrong = wrong_cells(errors);
    const LaunchShape& launch = evidence.observation.launch;
    finding.place = place_of_errors(evidence.lab, launch, errors, wrong);
    finding.picture =
        std::make_shared<const ErrorPicture>(telling_plane(evidence.lab, launch, errors, wrong));
    const Run run(evidence.lab, evidence.data, evidence.observation);
    finding.explanations = is_left_to_chance(evidence, finding.array) ? std::vector<Explanation>()
                                                                      : explain(run, errors);
    if (finding.explanations.empty() && evidence.observation.findings.empty()) {
        for (const auto explain_sweeps : {explain_lost_boundary, explain_short_overlap}) {
            if (std::optional<Explanation> found = explain_sweeps(run, errors)) {
                finding.explanations.push_back(std::move(*found));
            }
        }
        for (const auto explain_some : {explain_first_plane, explain_between_warp_ends}) {
            if (finding.explanations.empty() && !finding.on_small_grid) {
                finding.on_small_grid = explain_some(run, errors);
            }
        }
        if (finding.on_small_grid) {
            finding.on_small_grid->elsewhere = finding.cases.front();
        }
    }
    const Comparison& compared = *evidence.comparison;
    const bool are_of_boundary =
        compared.mismatches - compared.untouched == compared.boundary_mismatches;
    const bool is_of_boundary_too = evidence.lab.steps == 1 && compared.boundary_mismatches > 0;
    for (Explanation& explanation : finding.explanations) {
        if (evidence.lab.boundary == BoundaryRule::keep && explanation.id == "output-zero" &&
            (are_of_boundary || is_of_boundary_too)) {
            explanation.hint =
                are_of_boundary ? "Boundary cells keep their values: let no thread store to them."
                                : "Boundary cells hold 0, too: does a thread whose guard fails "
                                  "store 0? It must "
                                  "store nothing: boundary cells keep their values.";
        }
    }
    if (!finding.has_unwritten) {
        return "";
    }
    const std::size_t others = finding.explanations.size();
    for (const auto explain : {explain_unreached, explain_ends_of_tiles, explain_ends_of_grid}) {
        if (std::optional<Explanation> found = explain(run, errors)) {
            finding.explanations.push_back(std::move(*found));
        }
    }
    if (finding.explanations.size() > others) {
        if (const std::string& id = finding.explanations[others].id;
            id == "blocks-apart" || id == "loop-step-mistaken") {
            finding.place.clear(); // it would speak of blocks that lie otherwise
        }
        return "";
    }
    std::vector<std::int64_t> unwritten;
    std::ranges::copy_if(wrong, std::back_inserter(unwritten), [&](std::int64_t cell) {
        return errors.state[cell] == CellState::untouched;
    });
    return unwritten.empty() || unwritten.size() == wrong.size()
               ? ""
               : place_of_errors(evidence.lab, launch, errors, unwritten);
}

/// The explanations of the wrong values, or of the cells never written.
std::vector<Explanation> explanations_of(const std::vector<Explanation>& all, bool of_unwritten) {
    std::vector<Explanation> found;
    std::ranges::copy_if(all, std::back_inserter(found),
                         [of_unwritten](const Explanation& explanation) {
                             return explanation.of_unwritten == of_unwritten;
                         });
    return found;
}

/// Many hypotheses explain the one or two cells of the smallest grids: to choose one would be a guess. A cell at the
/// grid's end that has its neighbour's coefficients also holds its neighbour's result: these two do not compete.
bool is_ambiguous(const std::vector<Explanation>& all, std::uint64_t cells) {
    return cells < few_cells && std::ranges::any_of(all, [&all](const Explanation& other) {
               return other.id != all.front().id && other.whole_grid == all.front().whole_grid &&
                      (all.front().id != "place-mistaken" || other.id != "shifted");
           });
}

/// "129 points (float, R = 1)": a case in one dimension is named by its number alone.
std::string in_prose(const std::string& grid) {
    const std::size_t end = std::min(grid.find_first_not_of("0123456789,"), grid.size());
    return end == grid.size() || grid[end] == ' '
               ? grid.substr(0, end) + " points" + grid.substr(end)
               : grid;
}

} // namespace

std::optional<Finding> diagnose_wrong_output(const Evidence& evidence) {
    if (!evidence.comparison || evidence.comparison->mismatches == 0) {
        return std::nullopt;
    }
    const Comparison& comparison = *evidence.comparison;
    Finding finding;
    finding.kind = FindingKind::wrong_output;
    finding.array = argument_name(evidence.lab, KernelArgument::Role::output);
    finding.count = comparison.mismatches;
    finding.cases = {describe(evidence.data.extents, evidence.lab)};
    finding.detail = wrong_cell_table(evidence.lab, finding.array, comparison.first_wrong);
    if (!comparison.first_wrong.empty()) {
        const WrongCell& first = first_to_look_at(evidence.lab, comparison);
        finding.index = evidence.data.extents.index(first.cell[0], first.cell[1], first.cell[2]);
        finding.hint = hint(evidence.lab, comparison, first,
                            element_name(finding.array, first.cell, evidence.lab));
    }
    finding.has_unwritten = comparison.untouched > 0;
    finding.has_wrong_values = comparison.untouched < comparison.mismatches;
    finding.wrote_nothing =
        comparison.untouched +
            (evidence.lab.boundary == BoundaryRule::keep ? comparison.boundary_cells : 0) ==
        comparison.cells;
    const std::string unwritten =
        evidence.explains ? add_place_and_explanations(evidence, finding) : "";
    if (finding.place.starts_with("all but")) {
        finding.hint = "These two are the same number in the kernel: look at how it works them out "
                       "from the numbers of block and thread.";
    }
    const std::string& left_out = finding.has_wrong_values ? unwritten : finding.place;
    if (finding.has_unwritten && left_out.starts_with("exactly those with") &&
        left_out.find(" mod ") != std::string::npos) {
        finding.hint =
            "Cells at equal distances are left out: by what is a thread's number "
            "multiplied, by how many does a loop over its cells go on, where does it end?";
    }
    const bool marches = evidence.lab.axes == 3 && evidence.observation.launch.block[2] == 1;
    const int radius = reach(evidence.lab);
    if (const std::string along = fmt::format("along {} in their", axis_name(evidence.lab, 2));
        marches && finding.has_wrong_values && !finding.has_unwritten &&
        finding.place.find(fmt::format("first {}{}", radius > 1 ? fmt::format("{} ", radius) : "",
                                       along)) != std::string::npos) {
        finding.hint = "The march begins wrong: its first steps use what was loaded before the "
                       "loop. Compare each of these values with the plane that it stands for.";
    }
    finding.message = message(evidence, finding.array, finding.place, unwritten);
    return finding;
}

void add_explanation(Finding& finding) {
    std::string more;
    std::vector<Explanation> of_values = explanations_of(finding.explanations, false);
    std::vector<Explanation> of_unwritten = explanations_of(finding.explanations, true);
    if (is_ambiguous(of_values, finding.count)) {
        of_values.clear();
    }
    if (finding.on_small_grid) {
        std::vector<Explanation>& of_its_sort =
            finding.on_small_grid->of_unwritten ? of_unwritten : of_values;
        if (of_its_sort.empty()) {
            of_its_sort.push_back(*finding.on_small_grid);
        }
    }
    const char* separator = ": ";
    if (!of_values.empty()) {
        const std::string& grid = of_values.front().elsewhere;
        const std::size_t end = std::min(grid.find(' '), grid.size());
        const bool is_named =
            grid.empty() || finding.message.starts_with(fmt::format(
                                "On the {} grid{}", grid.substr(0, end), grid.substr(end)));
        more += fmt::format("{}{}every wrong {} {}", separator,
                            is_named ? "" : fmt::format("on {}, ", in_prose(grid)),
                            finding.has_unwritten ? "value" : "cell", of_values.front().sentence);
        separator = "; ";
    }
    std::string besides;
    if (!of_unwritten.empty()) {
        const Explanation& first = of_unwritten.front();
        const bool is_elsewhere = !first.elsewhere.empty();
        const std::string place = ", " + finding.place;
        if (const std::size_t at = finding.message.rfind(place);
            first.id == "cells-left-out" && !finding.place.empty() && at != std::string::npos) {
            finding.message.erase(at, place.size()); // the explanation says the same
        }
        more += fmt::format(
            "{}every {} {}",
            is_elsewhere ? fmt::format("; on {}, ", in_prose(first.elsewhere)) : separator,
            finding.has_wrong_values ? "cell never written" : "wrong cell", first.sentence);
        if (is_elsewhere && of_values.empty() &&
            !finding.on_small_grid) { // two mistakes: the wrong values have their own hint
            besides =
                fmt::format("{} On {}: {}", finding.hint, in_prose(first.elsewhere), first.hint);
        }
    }
    finding.explanations = std::move(of_values);
    std::move(of_unwritten.begin(), of_unwritten.end(), std::back_inserter(finding.explanations));
    if (!finding.explanations.empty()) {
        const Explanation& front = finding.explanations.front();
        const auto shift = std::ranges::find_if(
            finding.explanations, [](const Explanation& one) { return one.key == "shifted"; });
        const bool shift_says_more = shift != finding.explanations.end() &&
                                     (front.of_unwritten || front.id == "boundary-as-interior");
        finding.hint = shift_says_more ? shift->hint : besides.empty() ? front.hint : besides;
        const auto one_plane =
            std::ranges::find(finding.explanations, "one plane", &Explanation::key);
        if (one_plane != finding.explanations.end()) {
            finding.hint = one_plane->hint; // what is wrong is the store
        }
    }
    if (!more.empty() && finding.message.ends_with('.')) {
        finding.message.insert(finding.message.size() - 1, more);
    }
}

} // namespace kit
