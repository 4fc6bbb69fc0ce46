#include "checker/check/hints/second_look.hpp"

#include "checker/catalog/grid_text.hpp"
#include "checker/check/hints/block_hints.hpp"
#include "checker/check/hints/due_hint.hpp"
#include "checker/check/hints/halo_hints.hpp"
#include "checker/check/hints/kept_out.hpp"
#include "checker/check/hints/recordings.hpp"
#include "checker/check/hints/tile_loads.hpp"
#include "checker/check/hints/type_hints.hpp"
#include "checker/diagnosis/merged_findings.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/trace/element_due.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/thread_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

bool is_explained_as(const Finding& finding, std::string_view id) {
    return !finding.explanations.empty() && finding.explanations.front().id == id;
}

/// Whether the results lie elsewhere and other cells were never written: how the threads find their cells may say more.
bool is_shifted(const Finding& finding) {
    return finding.has_unwritten && is_explained_as(finding, "shifted");
}

/// Whether cells behind, before or between others were never written.
bool are_left_out(const Finding& finding) {
    return is_explained_as(finding, "cells-left-out");
}

/// Whether of planes that a march goes through one alone was written.
bool is_of_one_plane(const Finding& finding) {
    return std::ranges::find(finding.explanations, "one plane", &Explanation::key) !=
           finding.explanations.end();
}

/// Whether more explains it than such a shift, than the ends of what was written, of which a rule that all threads
/// follow may be the reason, or than what the first wrong plane holds.
bool is_explained(const Finding& finding) {
    if (finding.explanations.empty() || is_shifted(finding) || is_of_one_plane(finding)) {
        return false;
    }
    const Explanation& first = finding.explanations.front();
    return !are_left_out(finding) && (first.whole_grid || first.elsewhere.empty());
}

bool is_boundary_computed(const Finding& finding) {
    return is_explained_as(finding, "boundary-as-interior");
}

class SecondLook {
public:
    SecondLook(const HintSources& sources, Recordings& recordings, Finding& finding,
               bool knows_coordinate = false)
        : sources_(sources), recordings_(recordings), finding_(finding),
          knows_coordinate_(knows_coordinate), first_hint_(finding.hint) {}

    void look() {
        const std::vector<Case> all = grids();
        if (is_explained(finding_) && is_boundary_computed(finding_)) {
            if (!all.empty()) {
                look_at_guard(all.front());
            }
            return;
        }
        if (!all.empty() && finding_.kind == FindingKind::out_of_bounds_shared) {
            const auto launch = recordings_.first_of(all.front());
            const bool has_room = launch->observation.launch.dynamic_shared_bytes > 0;
            const std::string sentence = has_room ? "" : dynamic_room(finding_, *launch);
            if (!sentence.empty()) {
                finding_.hint = sentence;
                return;
            }
        }
        if (!all.empty() && finding_.kind == FindingKind::out_of_bounds_global &&
            look_at_guard(all.front())) {
            return; // whatever else is unusual, it was let through
        }
        if (!all.empty() && !look_at_places(all) && !is_shifted(finding_) &&
            !is_of_one_plane(finding_)) {
            constexpr std::size_t most_grids = 3; // the smallest may be too small to tell
            for (std::size_t i = 0; i < std::min(all.size(), most_grids); ++i) {
                if (look_at(all[i])) {
                    break;
                }
            }
            if (!is_settled_) {
                look_at_block(all);
            }
            if (finding_.hint == first_hint_) {
                look_for_writer(all.front());
            }
            if (finding_.kind == FindingKind::wrong_output && finding_.hint == first_hint_ &&
                !reads_all_.empty()) {
                finding_.hint =
                    reads_all_ +
                    (sources_.lab.stencil.size() == 1
                         ? " So look at what is done with it before it is stored."
                         : " So look at the factor and the sign that each gets, and at what is "
                           "done with the sum before it is stored.");
            }
        }
    }

    /// Those that show the finding, the smallest first.
    [[nodiscard]] std::vector<Case> grids() const {
        std::vector<Case> grids;
        std::ranges::copy_if(sources_.grids, std::back_inserter(grids), [&](const Case& grid) {
            const auto& cases = finding_.cases;
            const std::string name = describe(grid.extents, *grid.variant);
            return grid.extents.cells() <= Recordings::most_cells &&
                   std::ranges::find(cases, name) != cases.end();
        });
        // On a grid one cell wide, steps along two axes are as long; it may still be the only small one.
        const bool are_of_grid = finding_.kind == FindingKind::wrong_output ||
                                 finding_.kind == FindingKind::out_of_bounds_global;
        const auto size = [&](const Case& grid) {
            constexpr std::int64_t worth = 16;
            const Extents& extents = grid.extents;
            const bool is_narrow = sources_.lab.axes > 1 && (extents.x == 1 || extents.y == 1);
            return extents.cells() * (are_of_grid && is_narrow ? worth : 1);
        };
        std::ranges::stable_sort(grids,
                                 [&](const Case& a, const Case& b) { return size(a) < size(b); });
        return grids;
    }

    /// Whether all threads take their cells by one wrong rule. The smallest grids may have too few of them to tell.
    bool look_at_places(const std::vector<Case>& grids) {
        constexpr std::int64_t small = 40'000; // cells, whose accesses fit into a recording
        constexpr std::size_t most_grids = 6;
        std::string places;
        for (std::size_t i = 0; i < std::min(grids.size(), most_grids); ++i) {
            if (grids[i].extents.cells() > small || is_explained(finding_) ||
                finding_.kind == FindingKind::technique_missing) {
                break;
            }
            const auto launch = recordings_.of_outputs(grids[i]);
            const std::string sentence = mistaken_places(*launch, finding_.has_wrong_values);
            places = sentence.empty() ? places : sentence;
            const bool tells_blocks =
                launch->lab.axes > 1 || launch->observation.launch.grid[0] > 1;
            if (!places.empty() && tells_blocks) {
                break; // in one dimension a single block does not tell how they lie
            }
        }
        if (places.empty() && are_left_out(finding_) && grids.front().extents.cells() <= small &&
            finding_.explanations.front().key.starts_with("tile")) {
            places = end_of_outputs(*recordings_.of_outputs(grids.front()));
        }
        finding_.hint = places.empty() ? finding_.hint : places;
        return !places.empty();
    }

private:
    /// The block of the finding's first thread, which it has.
    [[nodiscard]] std::shared_ptr<const RecordedLaunch> own_block(const Case& grid) const {
        return recordings_.of_thread(grid, finding_.threads.front());
    }

    [[nodiscard]] ElementDue due_on(const Case& grid) const {
        ElementDue due = element_due(finding_, [&](std::optional<std::uint64_t> block) {
            return recordings_.of(grid, block);
        });
        const std::string where = describe(grid.extents, *grid.variant);
        if (finding_.kind != FindingKind::wrong_output && where != finding_.cases.front() &&
            !due.sentences.empty()) {
            due.sentences = fmt::format("On {}: {}", where, due.sentences);
        }
        return due;
    }

    /// Whether the text says which comparison lets the thread compute a boundary cell.
    bool look_at_guard(const Case& grid) {
        const ElementDue due = due_on(grid);
        const WayToStore way = way_to_store(due, grid);
        finding_.hint = way.names_comparison ? due.sentences + " " + way.sentence : finding_.hint;
        return way.names_comparison;
    }

    /// Whether the grid tells something.
    bool look_at(const Case& grid) {
        if (finding_.kind == FindingKind::technique_missing) {
            const std::string twice = loaded_twice(*recordings_.first_of(grid));
            finding_.hint = twice.empty() ? finding_.hint : twice + " " + finding_.hint;
            return true;
        }
        if (finding_.kind == FindingKind::race_global) {
            return true;
        }
        const ElementDue due = due_on(grid);
        if (due.kind == ElementDue::Kind::all_read) {
            reads_all_ = reads_all_.empty() ? due.sentences : reads_all_;
            return false;
        }
        const WayToStore way = way_to_store(due, grid);
        const bool is_settled = way.names_comparison || settles(finding_, due);
        is_settled_ = is_settled_ || is_settled;
        unloaded_ = lacks_load(finding_, due) ? due.sentences : unloaded_;
        finding_.hint = is_settled && !way.sentence.empty() ? due.sentences + " " + way.sentence
                                                            : hint_with(finding_, due);
        return due.kind != ElementDue::Kind::nothing;
    }

    /// What lets a thread compute a boundary cell.
    [[nodiscard]] WayToStore way_to_store(const ElementDue& due, const Case& grid) {
        return due.kind != ElementDue::Kind::boundary_cell
                   ? WayToStore{}
                   : what_lets_through(*grid.variant, sources_.submission, grid.extents,
                                       recordings_.first_of(grid)->observation.launch,
                                       due.who.block, due.who.thread, finding_.has_unwritten);
    }

    /// Why elements of a tile were left out, or stored to twice.
    [[nodiscard]] std::string of_loads(const std::vector<Case>& grids) const {
        const auto [first, middle] = recordings_.first_and_middle(*grids.front().variant);
        std::string sentence = mistaken_numbers(finding_, *middle);
        if (!sentence.empty() || finding_.kind == FindingKind::race_shared) {
            return sentence;
        }
        sentence = ends_not_loaded(*recordings_.of(grids.front(), std::nullopt));
        if (finding_.threads.empty()) {
            return sentence;
        }
        const auto own = own_block(grids.front());
        const std::string guard = unloaded_.empty() ? "" : why_never_stored(finding_, *own);
        if (!sentence.empty()) {
            return guard.empty() ? sentence : sentence + " " + guard;
        }
        if (shared_accesses(finding_, *own).stored.empty()) {
            return fmt::format("No thread of block {} stores to '{}'.",
                               triple(finding_.threads.front().block), finding_.array);
        }
        sentence = why_unset(finding_, *own, *first, *middle);
        sentence = sentence.empty() ? halo_not_loaded(finding_, *own, *middle) : sentence;
        const bool is_other_grid = unloaded_.starts_with("On ");
        return !sentence.empty() ? sentence + " " + finding_.hint
               : guard.empty()   ? ""
               : is_other_grid   ? guard + " " + unloaded_
                                 : unloaded_ + " " + guard;
    }

    /// What keeps the thread of a cell that was never written from its store.
    void look_for_writer(const Case& grid) {
        if (finding_.kind != FindingKind::wrong_output || !finding_.has_unwritten ||
            finding_.has_wrong_values) {
            return;
        }
        const auto launch = recordings_.first_of(grid);
        const auto wrong =
            std::ranges::find(launch->findings, FindingKind::wrong_output, &Finding::kind);
        if (wrong != launch->findings.end() && wrong->index) {
            const std::string sentence =
                why_never_written(*grid.variant, sources_.submission, grid.extents,
                                  launch->observation.launch, *wrong->index);
            finding_.hint = sentence.empty()         ? finding_.hint
                            : are_left_out(finding_) ? sentence + " " + finding_.hint
                                                     : sentence;
        }
    }

    /// What the finding's block lacks.
    void look_at_block(const std::vector<Case>& grids) {
        constexpr std::uint64_t many_events = std::uint64_t{1} << 20; // several sweeps have many
        const Case& grid = grids.front();
        std::string sentence = short_index(finding_, sources_.submission, grid.extents);
        if (!sentence.empty()) {
            finding_.hint = sentence; // no guard is missing
            return;
        }
        const std::string out = argument_name(*grid.variant, KernelArgument::Role::output);
        if (finding_.kind == FindingKind::race_global && finding_.array == out &&
            finding_.threads.size() == 2 &&
            finding_.threads[0].block != finding_.threads[1].block) {
            sentence =
                overlapping_outputs(*recordings_.of_thread(grid, finding_.threads[0], many_events),
                                    *recordings_.of_thread(grid, finding_.threads[1], many_events));
        } else if (finding_.kind == FindingKind::wrong_output && grid.variant->steps > 1 &&
                   !are_left_out(finding_)) {
            sentence = inputs_not_loaded(*recordings_.of(grid, std::nullopt, many_events));
        } else if ((finding_.kind == FindingKind::wrong_output && finding_.explanations.empty()) ||
                   finding_.kind == FindingKind::out_of_bounds_global) {
            const auto [first, middle] = recordings_.first_and_middle(*grids.front().variant);
            const auto& blocks = middle->observation.launch.grid;
            sentence = blocks[0] * blocks[1] * blocks[2] > 1 ? same_loads(*first, *middle) : "";
            if (sentence.empty() && finding_.kind == FindingKind::out_of_bounds_global) {
                sentence = block_without_cells(finding_, *recordings_.first_of(grid));
                sentence = sentence.empty() && finding_.hint == first_hint_ && !knows_coordinate_ &&
                                   !finding_.threads.empty()
                               ? plane_past_end(finding_, *own_block(grid))
                               : sentence;
            }
        } else if (finding_.kind == FindingKind::race_shared &&
                   finding_.cause.kind == Cause::Kind::equal_writes) {
            sentence = exchanged_extents(finding_, *recordings_.first_of(grid));
            sentence = sentence.empty() ? of_loads(grids) : sentence;
            sentence = sentence.empty() && !finding_.threads.empty()
                           ? halo_of_inner_threads(finding_, *own_block(grid))
                           : sentence;
        } else if (finding_.kind == FindingKind::uninitialized_shared) {
            sentence = of_loads(grids);
        } else if (finding_.kind == FindingKind::out_of_bounds_shared) {
            const auto launch = recordings_.first_of(grid);
            sentence = exchanged_extents(finding_, *launch);
            sentence = sentence.empty() ? halo_thread_computes(finding_, *launch) : sentence;
            sentence = sentence.empty() ? one_for_each_thread(finding_, *launch) : sentence;
            if (sentence.empty() && !finding_.threads.empty()) {
                sentence = outside_of_halo(finding_, *launch, *own_block(grid));
            }
            sentence = sentence.empty() ? rows_past_plane(finding_, *recordings_.first_and_middle(
                                                                        *grids.front().variant)[1])
                                        : sentence;
            if (sentence.empty() && finding_.hint == first_hint_) {
                sentence = dynamic_room(finding_, *launch);
            }
        }
        finding_.hint = sentence.empty() ? finding_.hint : sentence;
    }

    const HintSources& sources_;
    Recordings& recordings_;
    Finding& finding_;
    const bool knows_coordinate_;
    const std::string first_hint_;
    std::string unloaded_;    ///< of a thread that reads what none of its block has loaded
    std::string reads_all_;   ///< of a thread whose reads are right; empty: of none
    bool is_settled_ = false; ///< a thread computes that must not: nothing else is missing
};

} // namespace

void look_again(const HintSources& sources, Recordings& recordings, Finding& finding,
                bool knows_coordinate) {
    SecondLook(sources, recordings, finding, knows_coordinate).look();
}

bool look_at_places(const HintSources& sources, Recordings& recordings, Finding& finding) {
    SecondLook look(sources, recordings, finding);
    return look.look_at_places(look.grids());
}

bool deserves_second_look(const Finding& finding) {
    if (finding.index == unset_int) {
        return false; // the hint says that it has no value, so the place it leads to means nothing
    }
    switch (finding.kind) {
    case FindingKind::out_of_bounds_global:
    case FindingKind::out_of_bounds_shared:
    case FindingKind::uninitialized_shared:
    case FindingKind::race_shared:
    case FindingKind::race_global:
    case FindingKind::technique_missing: return true;
    case FindingKind::wrong_output:
        return finding.lines.empty() && (!is_explained(finding) || is_boundary_computed(finding));
    default: return false;
    }
}

} // namespace kit
