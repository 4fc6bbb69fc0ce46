#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/hypotheses/kinds.hpp"

#include <iterator>
#include <utility>

namespace kit {

namespace {

// Plain ones first; what needs the launch's tiles before what holds of single terms, because a
// neighbour that is missing at the tiles' edges only is the halo's matter. The mixture comes last:
// it has most freedom.
constexpr HypothesisMaker one_sweep[] = {
    output_is_plain,    result_unfinished, numbers_truncated, coefficients_mistaken,
    place_mistaken,     boundary_mistaken, halo_missing,      terms_miscounted,
    neighbour_mistaken, output_shifted,    grid_transposed,   updated_in_place,
};

// Formulas of one sweep say nothing of several.
constexpr HypothesisMaker several_sweeps[] = {
    output_is_plain,
    sweeps_miscounted,
    output_shifted,
    grid_transposed,
};

void append(const Run& run, HypothesisMaker make, std::vector<Hypothesis>& all) {
    std::vector<Hypothesis> made = make(run);
    std::move(made.begin(), made.end(), std::back_inserter(all));
}

} // namespace

std::vector<Hypothesis> all_hypotheses(const Run& run) {
    std::vector<Hypothesis> all;
    if (run.lab.steps > 1) {
        for (const HypothesisMaker make : several_sweeps) {
            append(run, make, all);
        }
        return all;
    }
    for (const HypothesisMaker make : one_sweep) {
        append(run, make, all);
    }
    return all;
}

} // namespace kit
