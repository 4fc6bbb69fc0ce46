#include "checker/diagnosis/hypotheses/trial.hpp"

#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace kit {

namespace {

/// A false hypothesis fails on the first few cells: only those that pass here are tried on all.
constexpr std::size_t sample_size = 64;
constexpr std::size_t right_sample_size = 1024;

/// Evenly spread, in no simple rhythm with tiles or rows.
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

/// Right cells that the lab has computed, in an order that keeps no step with rows or tiles.
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
