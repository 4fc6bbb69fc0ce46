#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace kit {

namespace {

using HypothesisMaker = std::vector<Hypothesis> (*)(const Run&);

// The plain ones come first. Those about the launch's tiles come before those about single terms: a
// neighbour that is missing only at the tiles' edges is a mistake of the halo. The mixture of old and
// new values comes last, because it fits most easily.
constexpr HypothesisMaker one_sweep[] = {
    output_is_plain,    result_unfinished, numbers_truncated, coefficients_mistaken,
    place_mistaken,     boundary_mistaken, halo_missing,      terms_miscounted,
    neighbour_mistaken, output_shifted,    grid_transposed,   updated_in_place,
};

// The other formulas hold for one sweep only.
constexpr HypothesisMaker several_sweeps[] = {
    output_is_plain,
    sweeps_miscounted,
    output_shifted,
    grid_transposed,
};

/// A false hypothesis fails on the first few cells: only those that pass here are tried on all.
constexpr std::size_t sample_size = 64;
constexpr std::size_t right_sample_size = 1024;

/// Evenly spread, out of step with tiles and rows.
std::vector<std::int64_t> sample_of(const std::vector<std::int64_t>& cells, std::size_t size) {
    if (cells.size() <= size) {
        return cells;
    }
    std::vector<std::int64_t> sample;
    for (std::size_t i = 0; i < size; ++i) {
        sample.push_back(cells[i * (cells.size() - 1) / (size - 1)]);
    }
    return sample;
}

bool matches(const Hypothesis& hypothesis, const Run& run, std::int64_t index) {
    const std::optional<Prediction> prediction = hypothesis.predict(run.extents.cell(index));
    return prediction && std::abs(run.output[index] - prediction->value) <= prediction->allowed;
}

/// Right cells that the lab computes, in an order that is out of step with tiles and rows.
std::vector<std::int64_t> right_cells(const Run& run, const ErrorMap& errors) {
    constexpr std::uint64_t stride =
        0x9E3779B1; // a prime: it meets every cell once in `size` steps
    std::vector<std::int64_t> cells;
    const auto size = static_cast<std::uint64_t>(errors.state.size());
    const std::uint64_t most_looks = std::min<std::uint64_t>(size, 64 * right_sample_size);
    for (std::uint64_t look = 0; look < most_looks && cells.size() < right_sample_size; ++look) {
        const std::uint64_t index = look * stride % size;
        const auto cell = static_cast<std::int64_t>(index);
        if (errors.state[index] == CellState::right && run.computes(run.extents.cell(cell))) {
            cells.push_back(cell);
        }
    }
    return cells;
}

bool all_of(const Hypothesis& hypothesis, const Run& run, const std::vector<std::int64_t>& cells) {
    return std::all_of(cells.begin(), cells.end(),
                       [&](std::int64_t index) { return matches(hypothesis, run, index); });
}

} // namespace

std::vector<Hypothesis> all_hypotheses(const Run& run) {
    const bool one = run.lab.steps == 1;
    std::vector<Hypothesis> all;
    for (const HypothesisMaker make : one ? std::span<const HypothesisMaker>(one_sweep)
                                          : std::span<const HypothesisMaker>(several_sweeps)) {
        std::vector<Hypothesis> made = make(run);
        std::move(made.begin(), made.end(), std::back_inserter(all));
    }
    return all;
}

std::vector<std::int64_t> wrong_cells(const ErrorMap& errors) {
    std::vector<std::int64_t> cells;
    for (std::size_t i = 0; i < errors.state.size(); ++i) {
        if (errors.state[i] != CellState::right) {
            cells.push_back(static_cast<std::int64_t>(i));
        }
    }
    return cells;
}

bool matches(const Hypothesis& hypothesis, const Run& run, const std::vector<std::int64_t>& cells) {
    std::atomic<bool> all = true;
    const auto count = static_cast<std::int64_t>(cells.size());
    for_each_part(count, std::max<std::int64_t>(1, std::min(count, parts_for(count))),
                  [&](std::int64_t, std::int64_t first, std::int64_t last) {
                      for (std::int64_t i = first; i < last && all; ++i) {
                          if (!matches(hypothesis, run, cells[static_cast<std::size_t>(i)])) {
                              all = false;
                          }
                      }
                  });
    return all;
}

std::vector<Explanation> explain(const Run& run, const ErrorMap& errors) {
    std::vector<std::int64_t> wrong;
    for (std::size_t i = 0; i < errors.state.size(); ++i) {
        if (errors.state[i] == CellState::not_a_number) {
            return {};
        }
        if (errors.state[i] == CellState::wrong) {
            wrong.push_back(static_cast<std::int64_t>(i));
        }
    }
    if (wrong.empty()) {
        return {};
    }
    const std::vector<std::int64_t> few = sample_of(wrong, sample_size);
    const std::vector<std::int64_t> right = right_cells(run, errors);
    std::vector<Explanation> explanations;
    for (Hypothesis& hypothesis : all_hypotheses(run)) {
        if (all_of(hypothesis, run, few) && matches(hypothesis, run, wrong)) {
            explanations.push_back(
                {std::move(hypothesis.id), std::move(hypothesis.key),
                 std::move(hypothesis.sentence), std::move(hypothesis.hint),
                 !hypothesis.fits_right_cells && all_of(hypothesis, run, right)});
        }
    }
    std::stable_sort(
        explanations.begin(), explanations.end(),
        [](const Explanation& a, const Explanation& b) { return a.whole_grid > b.whole_grid; });
    return explanations;
}

} // namespace kit
