#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/reference/error_bound.hpp"
#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iterator>
#include <mutex>
#include <span>
#include <utility>

namespace kit {

Run::Run(const Lab& of_lab, const CaseData& given, const Observation& seen)
    : lab(of_lab), data(given), launch(seen.launch), extents(given.extents),
      input(of_lab.element, given.input), output(of_lab.element, seen.output),
      inner(interior(of_lab, given.extents)), axes(axes_of(of_lab, given.extents)),
      error_factor(kit::error_factor(of_lab)), several_inputs(input_count(of_lab) > 1),
      may_have_tile(seen.counters.threads == 0 || seen.counters.shared_bytes_per_block > 0) {}

bool may_be_mistaken(const Run& run, const std::array<int, 3>& one,
                     const std::array<int, 3>& other) {
    constexpr std::size_t many = 64;
    int steps = 0;
    for (std::size_t axis = 0; axis < one.size(); ++axis) {
        steps += std::abs(one[axis] - other[axis]);
    }
    return run.lab.stencil.size() <= many || steps <= 1;
}

Formula formula_of(const Run& run) {
    Formula formula;
    formula.coefficients = run.data.coefficients;
    for (const StencilPoint& point : run.lab.stencil) {
        formula.offsets.push_back(point.offset);
    }
    formula.boundary = run.lab.boundary;
    formula.operation = run.lab.result_operation;
    formula.range = run.lab.result_range;
    formula.keeps_boundary = run.lab.boundary == BoundaryRule::keep;
    return formula;
}

FormulaAt::FormulaAt(const Run& run, Formula formula)
    : run_(run), formula_(std::move(formula)), axes_(run.axes) {
    const Extents& extents = run.extents;
    for (const std::array<int, 3>& offset : formula_.offsets) {
        distances_.push_back((offset[2] * extents.y + offset[1]) * extents.x + offset[0]);
        for (std::size_t axis = 0; axis < offset.size(); ++axis) {
            lowest_[axis] = std::max<std::int64_t>(lowest_[axis], -offset[axis]);
            highest_[axis] = std::max<std::int64_t>(highest_[axis], offset[axis]);
        }
    }
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        highest_[axis] = axes_[axis].extent - 1 - highest_[axis];
    }
}

std::optional<Prediction> FormulaAt::operator()(const Cell& cell) const {
    if (formula_.keeps_boundary && !run_.inner.contains(cell)) {
        return run_.as_input(cell);
    }
    bool inner = formula_.boundary != BoundaryRule::one_sided;
    for (std::size_t axis = 0; axis < cell.size(); ++axis) {
        inner = inner && lowest_[axis] <= cell[axis] && cell[axis] <= highest_[axis];
    }
    if (inner) {
        return inner_sum(run_.index(cell));
    }
    return at(cell,
              [this, own = run_.index(cell)](std::size_t term, const Cell&, std::int64_t index) {
                  return run_.read(term, own, index);
              });
}

Prediction FormulaAt::inner_sum(std::int64_t index) const {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t term = 0; term < distances_.size(); ++term) {
        const std::int64_t from = index + distances_[term];
        const double value =
            run_.several_inputs ? run_.read(term, index, from).value_or(0) : run_.input[from];
        const double summand = formula_.coefficients[term] * value;
        sum += summand;
        magnitude += std::abs(summand);
    }
    return result_of(sum, magnitude);
}

std::size_t FormulaAt::set_at(const Cell& cell) const {
    if (formula_.boundary != BoundaryRule::one_sided || !fits()) {
        return 0;
    }
    return static_cast<std::size_t>(place_in_stencil(axes_[0], cell[0]));
}

Prediction FormulaAt::result_of(double sum, double magnitude) const {
    // The sum is a double: for double labs its roundings are as large as a kernel's.
    const double roundings = run_.lab.element == Element::float64 ? 2 : 1;
    sum += formula_.addend;
    magnitude += std::abs(formula_.addend);
    Prediction result{sum,
                      roundings * error_scale(formula_.operation, magnitude) * run_.error_factor};
    if (formula_.operation == ResultOperation::square) {
        result.value *= result.value;
    }
    if (formula_.range) {
        result.value = std::clamp(result.value, formula_.range->low, formula_.range->high);
    }
    return result;
}

RightResult::RightResult(const Run& run) : run_(run), formula_(run, formula_of(run)) {
    if (run.lab.steps > 1) {
        stepped_ = std::make_shared<const std::vector<CellStep>>(
            step_grid(run.lab, run.extents, run.data.input, run.data.coefficients));
    }
}

std::optional<Prediction> RightResult::operator()(const Cell& cell) const {
    if (!stepped_) {
        return formula_(cell);
    }
    const CellStep& stepped = (*stepped_)[run_.index(cell)];
    return Prediction{stepped.value, stepped.allowed};
}

namespace {

/// A grid after several sweeps, computed when it is first asked for.
struct SteppedGrid {
    std::once_flag computed;
    std::vector<CellStep> cells;
};

/// None if the formula leads off the grid.
std::vector<CellStep> stepped_by(const Run& run, const Formula& formula) {
    Lab lab = run.lab;
    lab.stencil.assign(formula.offsets.size(), run.lab.stencil.front());
    for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
        lab.stencil[term].offset = formula.offsets[term];
    }
    return reach(lab) > reach(run.lab)
               ? std::vector<CellStep>()
               : step_grid(lab, run.extents, run.data.input, formula.coefficients);
}

} // namespace

Predict by_sweeps(const Run& run, std::function<std::vector<CellStep>()> sweep) {
    if (run.extents.cells() > most_cells_of_sweeps) {
        return [](const Cell&) { return std::nullopt; };
    }
    return [&run, sweep = std::move(sweep),
            grid = std::make_shared<SteppedGrid>()](const Cell& cell) -> std::optional<Prediction> {
        std::call_once(grid->computed, [&] { grid->cells = sweep(); });
        if (grid->cells.empty()) {
            return std::nullopt;
        }
        const CellStep& stepped = grid->cells[run.index(cell)];
        return Prediction{stepped.value, stepped.allowed};
    };
}

Predict by_formula(const Run& run, Formula formula) {
    if (run.lab.steps == 1) {
        return FormulaAt(run, std::move(formula));
    }
    return by_sweeps(run,
                     [&run, formula = std::move(formula)] { return stepped_by(run, formula); });
}

namespace {

struct HypothesisMaker {
    std::vector<Hypothesis> (*make)(const Run&);
    bool of_formula =
        false; ///< all that it makes; the terms are the lab's, so it is for several inputs, too
};

// The plain ones come first. Those about the launch's tiles come before those about single terms: a
// neighbour that is missing only at the tiles' edges is a mistake of the halo. The mixture of old and
// new values comes last, because it fits most easily.
constexpr HypothesisMaker one_sweep[] = {
    {output_is_plain},
    {result_unfinished, true},
    {numbers_truncated, true},
    {coefficients_mistaken, true},
    {place_mistaken, true},
    {boundary_mistaken},
    {halo_missing},
    {terms_miscounted},
    {neighbour_mistaken},
    {march_mistaken},
    {output_shifted},
    {grid_transposed},
    {sum_not_reset},
    {result_scaled, true},
    {result_at_limit, true},
    {updated_in_place},
};

// The others look at one sweep.
constexpr HypothesisMaker several_sweeps[] = {
    {output_is_plain},  {sweeps_miscounted, true}, {coefficients_mistaken, true},
    {terms_miscounted}, {neighbour_mistaken},      {output_shifted},
    {grid_transposed},
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
    return std::ranges::all_of(cells,
                               [&](std::int64_t index) { return matches(hypothesis, run, index); });
}

} // namespace

std::vector<Hypothesis> all_hypotheses(const Run& run) {
    if (!run.lab.reference.empty()) {
        return {}; // they know sums only
    }
    const bool one = run.lab.steps == 1;
    std::vector<Hypothesis> all;
    for (const HypothesisMaker& maker : one ? std::span<const HypothesisMaker>(one_sweep)
                                            : std::span<const HypothesisMaker>(several_sweeps)) {
        if (run.several_inputs && !maker.of_formula) {
            continue;
        }
        std::vector<Hypothesis> made = maker.make(run);
        for (Hypothesis& hypothesis : made) {
            hypothesis.of_formula = hypothesis.of_formula || maker.of_formula;
        }
        std::move(made.begin(), made.end(), std::back_inserter(all));
    }
    return all;
}

std::optional<Explanation> explain_between_warp_ends(const Run& run, const ErrorMap& errors) {
    constexpr std::int64_t lanes = 32;
    constexpr std::int64_t near =
        3; // from an end: the first computed cell may be the first or the second lane's
    constexpr std::int64_t enough_cells = 100;
    if (run.launch.block[0] % lanes != 0 || run.lab.steps > 1) {
        return std::nullopt;
    }
    ErrorMap between = errors;
    std::int64_t cells = 0;
    const std::vector<std::int64_t> wrong = wrong_cells(errors);
    for (const std::int64_t index : wrong) {
        const std::int64_t lane = run.extents.cell(index)[0] % lanes;
        const bool is_between = lane >= near && lane < lanes - near;
        cells += is_between ? 1 : 0;
        if (!is_between) {
            between.state[index] = CellState::right;
        }
    }
    if (cells < enough_cells || cells == std::ssize(wrong) || 4 * cells < 3 * std::ssize(wrong)) {
        return std::nullopt;
    }
    for (Explanation& explanation : explain(run, between)) {
        if (explanation.id == "neighbour-mistaken" || explanation.id == "neighbour-left-out" ||
            explanation.id == "coefficients-exchanged") {
            explanation.sentence = "that is not near the end of a warp " + explanation.sentence;
            explanation.whole_grid = false;
            return std::move(explanation);
        }
    }
    return std::nullopt;
}

bool leaves_out(const Run& run, const ErrorMap& errors,
                const std::function<bool(const Cell&)>& is_left_out) {
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        const bool is_unwritten = errors.state[index] == CellState::untouched;
        if ((run.computes(cell) && is_left_out(cell)) != is_unwritten) {
            return false;
        }
    }
    return true;
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
                          if (!matches(hypothesis, run, cells[i])) {
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
    const bool all_written =
        std::ranges::find(errors.state, CellState::untouched) == errors.state.end();
    std::vector<Explanation> explanations;
    for (Hypothesis& hypothesis : all_hypotheses(run)) {
        if ((hypothesis.all_written_only && !all_written) || !all_of(hypothesis, run, few) ||
            !matches(hypothesis, run, wrong)) {
            continue;
        }
        const bool fits_right_cells = all_of(hypothesis, run, right);
        if (fits_right_cells || !hypothesis.whole_grid_only) {
            explanations.push_back({std::move(hypothesis.id), std::move(hypothesis.key),
                                    std::move(hypothesis.sentence), std::move(hypothesis.hint),
                                    !hypothesis.fits_right_cells && fits_right_cells,
                                    hypothesis.of_formula});
        }
    }
    std::ranges::stable_sort(explanations, std::ranges::greater(), &Explanation::whole_grid);
    return explanations;
}

} // namespace kit
