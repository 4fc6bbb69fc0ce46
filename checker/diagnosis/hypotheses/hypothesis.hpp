// What may have made an output wrong, as something that can be computed and compared with it: the run,
// the lab's formula at one of its cells, as it is or with something changed in it, and the hypotheses.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/time_steps.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kit {

/// An array of the lab's elements, read as doubles, which hold each of them exactly.
class Values {
public:
    Values(Element element, std::span<const std::byte> bytes)
        : element_(element), bytes_(bytes),
          size_(static_cast<std::int64_t>(bytes.size() / bytes_of(element))) {}

    /// Nothing outside the array.
    [[nodiscard]] std::optional<double> at(std::int64_t index) const {
        return 0 <= index && index < size_ ? std::optional((*this)[index]) : std::nullopt;
    }

    [[nodiscard]] double operator[](std::int64_t index) const {
        return with_element_type(element_, [&]<class T>(std::type_identity<T>) {
            return static_cast<double>(elements<T>(bytes_)[index]);
        });
    }

private:
    Element element_;
    std::span<const std::byte> bytes_;
    std::int64_t size_;
};

/// What a cell holds if a hypothesis is true; `allowed` is for the roundings of the sum.
struct Prediction {
    double value = 0;
    double allowed = 0;
};

/// Has references to the caller's values, which must outlive it.
struct Run {
    Run(const Lab& of_lab, const CaseData& given, const Observation& seen);

    const Lab& lab;
    const CaseData& data;
    const LaunchShape& launch;
    Extents extents;
    Values input; ///< all inputs, one after the other
    Values output;
    Interior inner;
    std::array<StencilAxis, 3> axes;
    double error_factor; ///< of the lab's result: error_bound.hpp
    bool several_inputs;
    bool may_have_tile; ///< in shared memory: false where it was counted that a block has none

    /// Whether the lab asks for a computed value there; otherwise the cell keeps its value.
    [[nodiscard]] bool computes(const Cell& cell) const {
        return lab.boundary != BoundaryRule::keep || inner.contains(cell);
    }

    [[nodiscard]] std::int64_t index(const Cell& cell) const {
        return extents.index(cell[0], cell[1], cell[2]);
    }

    /// What the lab's term of this number multiplies for the cell at `own`: the input's element at `index`. The
    /// number may be one of a changed formula where there is one input.
    [[nodiscard]] std::optional<double> read(std::size_t term, std::int64_t own,
                                             std::int64_t index) const {
        if (!several_inputs) {
            return input.at(index);
        }
        const StencilPoint& point = lab.stencil[term];
        const std::int64_t cells = extents.cells();
        const auto value = input.at(point.input * cells + index);
        return point.times && value ? *value * input[*point.times * cells + own] : value;
    }

    /// The prediction that the cell holds the input's value.
    [[nodiscard]] Prediction as_input(const Cell& cell) const { return {input[index(cell)], 0}; }
};

struct Formula {
    std::vector<double> coefficients;        ///< one per term, set by set, as in CaseData
    std::vector<std::array<int, 3>> offsets; ///< of the terms
    BoundaryRule boundary = BoundaryRule::keep;
    ResultOperation operation = ResultOperation::none;
    std::optional<ResultRange> range;
    bool keeps_boundary = false; ///< cells outside the run's interior hold what they held
    double addend = 0;           ///< to the sum
};

/// Whether one of these points may be taken for the other: of a large stencil, only cells next to each other. All
/// pairs of a box of 729 would take gigabytes.
[[nodiscard]] bool may_be_mistaken(const Run& run, const std::array<int, 3>& one,
                                   const std::array<int, 3>& other);

/// The lab's.
[[nodiscard]] Formula formula_of(const Run& run);

/// A formula over the input of a run, or over other values in the place of a term's cell.
class FormulaAt {
public:
    /// The run must outlive it.
    FormulaAt(const Run& run, Formula formula);

    /// Under "keep" a term outside the grid is read where its index points, as a kernel reads it;
    /// nothing if that is outside the array.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

    /// `read(term, from, index)` replaces the input: the term's number, its cell, and that cell's
    /// index. It returns a std::optional<double>; without a value there is no prediction.
    template <class Read>
    [[nodiscard]] std::optional<Prediction> at(const Cell& cell, const Read& read) const {
        double sum = 0;
        double magnitude = 0;
        const std::size_t terms = formula_.offsets.size();
        const std::size_t first = set_at(cell) * terms;
        for (std::size_t term = 0; term < terms; ++term) {
            Cell from = cell;
            bool on_grid = true;
            for (std::size_t axis = 0; axis < from.size(); ++axis) {
                from[axis] = source(formula_.boundary, axes_[axis], cell[axis],
                                    formula_.offsets[term][axis]);
                on_grid =
                    on_grid && (from[axis] != outside || formula_.boundary == BoundaryRule::keep);
            }
            if (formula_.boundary == BoundaryRule::one_sided && from[0] == outside && fits()) {
                return std::nullopt; // a changed offset leads off the grid
            }
            if (!on_grid) {
                continue; // the term is 0
            }
            const std::optional<double> value = read(term, from, run_.index(from));
            if (!value) {
                return std::nullopt;
            }
            const double summand = formula_.coefficients[first + term] * *value;
            sum += summand;
            magnitude += std::abs(summand);
        }
        return result_of(sum, magnitude);
    }

private:
    /// Whether the x axis is as long as the stencil.
    [[nodiscard]] bool fits() const { return axes_[0].extent > axes_[0].highest - axes_[0].lowest; }

    [[nodiscard]] std::size_t set_at(const Cell& cell) const;
    [[nodiscard]] Prediction result_of(double sum, double magnitude) const;
    /// For an inner cell, whose terms all lie at fixed distances.
    [[nodiscard]] Prediction inner_sum(std::int64_t index) const;

    const Run& run_;
    Formula formula_;
    std::array<StencilAxis, 3> axes_;
    std::vector<std::int64_t> distances_;   ///< of the terms' cells in memory
    std::array<std::int64_t, 3> lowest_{};  ///< cells from here have all terms on the grid...
    std::array<std::int64_t, 3> highest_{}; ///< ...to here
};

/// What the lab asks for at one cell, whatever the number of its sweeps.
class RightResult {
public:
    /// The run must outlive it. For a lab of several sweeps the constructor computes them all.
    explicit RightResult(const Run& run);

    /// Precondition: a cell of the grid. `allowed` is the greatest error of a right kernel.
    [[nodiscard]] std::optional<Prediction> operator()(const Cell& cell) const;

private:
    const Run& run_;
    FormulaAt formula_;
    std::shared_ptr<const std::vector<CellStep>> stepped_; ///< null: one sweep
};

using Predict = std::function<std::optional<Prediction>(const Cell&)>;

/// Where several sweeps are computed for a hypothesis: some two hundred are tried.
constexpr std::int64_t most_cells_of_sweeps = 1'000;

/// What the cells hold where a function returns the grid after several sweeps, which is called when it is first asked
/// for. No cells: the hypothesis says nothing.
[[nodiscard]] Predict by_sweeps(const Run& run, std::function<std::vector<CellStep>()> sweep);

/// What the cells hold after the lab's sweeps by this formula. Several sweeps are computed on small grids only, and
/// where no offset leads farther than the lab's. The run must outlive it.
[[nodiscard]] Predict by_formula(const Run& run, Formula formula);

struct Hypothesis {
    std::string id;       ///< stable, part of the JSON contract: "coefficients-exchanged"
    std::string key;      ///< which of its kind, the same on every grid: "3 4"
    std::string sentence; ///< goes on after "every wrong cell": "equals the sweep with ..."
    std::string hint;     ///< what to look at
    /// What the cell holds if the hypothesis is true; nothing if it says nothing about the cell.
    Predict predict;
    bool fits_right_cells = false; ///< it always does, so that a fit is no evidence
    bool of_formula = false;       ///< another formula, which no wrong access can bring about
    bool whole_grid_only =
        false; ///< it must fit all right cells, too: many mistakes fit the wrong ones
    bool all_written_only = false; ///< likewise, where cells were never written
};

// Each function below returns the hypotheses of its kind that make sense on this run, the simplest
// first. They refer to the run, which must outlive them.

/// Two coefficients exchanged, one in another's place, all moved on by one, two axes exchanged.
[[nodiscard]] std::vector<Hypothesis> coefficients_mistaken(const Run& run);

/// Terms left out, added twice, or with the wrong sign.
[[nodiscard]] std::vector<Hypothesis> terms_miscounted(const Run& run);

/// One term reads the wrong cell.
[[nodiscard]] std::vector<Hypothesis> neighbour_mistaken(const Run& run);

/// The coefficients or the result truncated to whole numbers.
[[nodiscard]] std::vector<Hypothesis> numbers_truncated(const Run& run);

/// A square or a clamp left out, or float's precision where the lab asks for double's.
[[nodiscard]] std::vector<Hypothesis> result_unfinished(const Run& run);

/// Every result is a part of the right one: its half, its mean over the points.
[[nodiscard]] std::vector<Hypothesis> result_scaled(const Run& run);

/// Every result is the lower or the upper limit of a clamp.
[[nodiscard]] std::vector<Hypothesis> result_at_limit(const Run& run);

/// The output equals the input, or 0.
[[nodiscard]] std::vector<Hypothesis> output_is_plain(const Run& run);

/// Every result is stored some cells away from its place.
[[nodiscard]] std::vector<Hypothesis> output_shifted(const Run& run);

/// The axes exchanged in the index of the input or the output, or rows of another axis's length.
[[nodiscard]] std::vector<Hypothesis> grid_transposed(const Run& run);

/// At the border: kept cells computed, or a rule other than the lab's.
[[nodiscard]] std::vector<Hypothesis> boundary_mistaken(const Run& run);

/// One-sided coefficients taken from the set of another place.
[[nodiscard]] std::vector<Hypothesis> place_mistaken(const Run& run);

/// Cells beyond a block's tile taken as 0, or from the tile's edge or another plane.
[[nodiscard]] std::vector<Hypothesis> halo_missing(const Run& run);

/// In a march along z: the wrong plane loaded, planes not moved, the first one forgotten.
[[nodiscard]] std::vector<Hypothesis> march_mistaken(const Run& run);
/// The sum goes on from the thread's cell before, which is what the output holds there: in a march the one below,
/// in one dimension the one as many cells before as there are threads.
[[nodiscard]] std::vector<Hypothesis> sum_not_reset(const Run& run);

/// Some neighbours were already overwritten with their new values.
[[nodiscard]] std::vector<Hypothesis> updated_in_place(const Run& run);

/// More or fewer sweeps than the lab asks for.
[[nodiscard]] std::vector<Hypothesis> sweeps_miscounted(const Run& run);

/// All of them. If several explain an output equally well, the first in this order is reported.
[[nodiscard]] std::vector<Hypothesis> all_hypotheses(const Run& run);

/// The cells that are wrong, in memory order.
[[nodiscard]] std::vector<std::int64_t> wrong_cells(const ErrorMap& errors);

/// Whether the hypothesis predicts what the output holds in all of these cells. Never-written cells
/// and NaNs match none.
[[nodiscard]] bool matches(const Hypothesis& hypothesis, const Run& run,
                           const std::vector<std::int64_t>& cells);

/// The hypotheses that match every cell with a wrong value. Those that also predict the right cells, a
/// sample of them, come first and are marked `whole_grid`. Empty if a cell is NaN.
[[nodiscard]] std::vector<Explanation> explain(const Run& run, const ErrorMap& errors);

/// Blocks that march along z: what explains the first wrong plane, if it is so throughout. What later ones hold may
/// follow from it.
[[nodiscard]] std::optional<Explanation> explain_first_plane(const Run& run,
                                                             const ErrorMap& errors);

/// What explains the wrong cells between the ends of warps along x, where most of them are: at an end, lanes have no
/// partner to take a value from, and the kernel does something else.
[[nodiscard]] std::optional<Explanation> explain_between_warp_ends(const Run& run,
                                                                   const ErrorMap& errors);

/// Whether the never-written cells are exactly those to compute that the test names.
[[nodiscard]] bool leaves_out(const Run& run, const ErrorMap& errors,
                              const std::function<bool(const Cell&)>& is_left_out);

/// "block-count-short": the never-written cells are exactly those that no block of the launch reaches,
/// in one of the ways in which blocks can lie on the grid. "blocks-apart": they are exactly those between the outputs
/// of blocks that step by their threads, halo included.
[[nodiscard]] std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors);

/// Where one thread along z has all planes to compute, and only this one was written.
[[nodiscard]] Explanation only_plane(const Run& run, std::int64_t plane);

/// The same where blocks march along the last axis: they begin too far apart, or end too early.
[[nodiscard]] std::optional<Explanation> explain_unreached_by_march(const Run& run,
                                                                    const ErrorMap& errors);

/// "cells-left-out": the never-written cells are exactly those before or behind some cell along some axes.
[[nodiscard]] std::optional<Explanation> explain_ends_of_grid(const Run& run,
                                                              const ErrorMap& errors);

/// "cells-left-out": they are exactly the first, or the last, of each block's outputs along some axes.
[[nodiscard]] std::optional<Explanation> explain_ends_of_tiles(const Run& run,
                                                               const ErrorMap& errors);

/// "loop-step-mistaken": threads compute several cells each, in a loop, and the never-written cells are exactly those
/// between its rounds, since it advances by more cells than there are threads.
[[nodiscard]] std::optional<Explanation> explain_loop_step(const Run& run, const ErrorMap& errors);

/// "blocks-apart": the written cells are stripes along some axes, whatever the launch's blocks are.
[[nodiscard]] std::optional<Explanation> explain_stripes(const Run& run, const ErrorMap& errors);

/// "overlap-short", for labs of several sweeps: the wrong cells are whole planes, a few side by side, at no more
/// places than there are between blocks. "sent-plane-mistaken", for several GPUs: they lie near the cuts.
[[nodiscard]] std::optional<Explanation> explain_short_overlap(const Run& run,
                                                               const ErrorMap& errors);

/// "boundary-not-kept", for labs of several sweeps in 3D: the wrong cells are those that the boundary cells' values
/// in a later sweep than the first can have reached.
[[nodiscard]] std::optional<Explanation> explain_lost_boundary(const Run& run,
                                                               const ErrorMap& errors);

} // namespace kit
