#include "checker/reference/sweep.hpp"

#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace kit {

namespace {

/// Four arrays of doubles of this length stay within the first-level cache.
constexpr std::int64_t longest_strip = 512;

// Adding one term of the stencil to a run of cells: the loops that the reference spends its time in.
// The runs are long in the grid's interior, where the compiler vectorizes these loops, and one cell
// long at its edges.

/// Where the sums of a run of cells are kept; each pointer to the run's first cell.
struct Sums {
    double* value;
    double* correction;
    double* magnitude; ///< Σ|c·x|
    std::int64_t* exact;
};

template <class T>
void add_term(const T* cells, double coefficient, std::int64_t count, const Sums& sums) {
    if constexpr (std::is_integral_v<T>) {
        std::int64_t* __restrict exact = sums.exact;
        const auto factor = static_cast<std::int64_t>(coefficient);
        for (std::int64_t i = 0; i < count; ++i) {
            exact[i] += factor * cells[i];
        }
    } else {
        double* __restrict value = sums.value;
        double* __restrict magnitude = sums.magnitude;
        for (std::int64_t i = 0; i < count; ++i) {
            const double term = coefficient * static_cast<double>(cells[i]);
            value[i] += term;
            magnitude[i] += std::abs(term);
        }
    }
}

/// Dot2 of Ogita, Rump and Oishi (2005): the rounding errors of each product (Dekker) and of each
/// addition (Knuth) are computed exactly and summed separately. Needs -ffp-contract=off.
void add_term(const double* cells, double coefficient, std::int64_t count, const Sums& sums) {
    double* __restrict value = sums.value;
    double* __restrict correction = sums.correction;
    double* __restrict magnitude = sums.magnitude;
    for (std::int64_t i = 0; i < count; ++i) {
        const double term = coefficient * cells[i];
        const double before = value[i];
        const double after = before + term;
        const double moved = after - before;
        const double sum_error = (before - (after - moved)) + (term - moved);
        value[i] = after;
        correction[i] += product_error(coefficient, cells[i], term) + sum_error;
        magnitude[i] += std::abs(term);
    }
}

} // namespace

Sweep::Sweep(const Lab& lab, const CaseData& data)
    : lab_(lab), extents_(data.extents), input_(data.input), coefficients_(data.coefficients),
      interior_(interior(lab, extents_)), axes_(axes_of(lab, extents_)),
      grid_(cell_grid(lab, extents_)),
      strips_per_row_((extents_.x + longest_strip - 1) / longest_strip), known_(data.expected) {
    require_size("input", input_, lab, extents_, input_count(lab));
    if (lab.steps > 1) {
        stepped_ = step_grid(lab, extents_, input_, coefficients_);
        known_ = stepped_;
    }
}

Strip Sweep::strip(std::int64_t number) const {
    const std::int64_t row = number / strips_per_row_;
    Strip strip;
    strip.x = number % strips_per_row_ * longest_strip;
    strip.y = row % extents_.y;
    strip.z = row / extents_.y;
    strip.cells = std::min(longest_strip, extents_.x - strip.x);
    return strip;
}

void Sweep::compute(const Strip& strip, ExpectedStrip& expected) const {
    const auto cells = static_cast<std::size_t>(strip.cells);
    expected.value.assign(cells, 0);
    expected.correction.assign(cells, 0);
    expected.allowed.assign(cells, 0);
    expected.sum.assign(cells, 0);
    expected.first = 0;
    expected.last = strip.cells;
    if (lab_.boundary == BoundaryRule::keep) {
        const bool computed = interior_.has_row(strip.y, strip.z);
        expected.first = std::clamp<std::int64_t>(interior_.first[0] - strip.x, 0, strip.cells);
        expected.last = computed
                            ? std::clamp(interior_.last[0] - strip.x, expected.first, strip.cells)
                            : expected.first;
    }
    if (!known_.empty()) {
        const auto begin = static_cast<std::size_t>(extents_.index(strip.x, strip.y, strip.z));
        for (std::int64_t i = 0; i < strip.cells; ++i) {
            const CellStep& cell = known_[begin + static_cast<std::size_t>(i)];
            expected.value[i] = cell.value;
            expected.allowed[i] = cell.allowed;
        }
        return;
    }
    with_element_type(lab_.element,
                      [&]<class T>(std::type_identity<T>) { compute_as<T>(strip, expected); });
}

template <class T>
void Sweep::compute_as(const Strip& strip, ExpectedStrip& expected) const {
    const T* input = elements<T>(input_);
    const StencilAxis& along = axes_[0];
    // Cells [from, to) of the strip have all their terms on the grid in x.
    const std::int64_t from =
        std::clamp<std::int64_t>(-along.lowest - strip.x, expected.first, expected.last);
    const std::int64_t to =
        std::clamp<std::int64_t>(along.extent - along.highest - strip.x, from, expected.last);
    const auto sums_at = [&expected](std::int64_t cell) {
        return Sums{&expected.value[cell], &expected.correction[cell], &expected.allowed[cell],
                    &expected.sum[cell]};
    };
    for (std::size_t term = 0; term < lab_.stencil.size() && expected.first < expected.last;
         ++term) {
        const StencilPoint& point = lab_.stencil[term];
        const std::array<int, 3>& offset = point.offset;
        const std::int64_t y = source(lab_.boundary, axes_[1], strip.y, offset[1]);
        const std::int64_t z = source(lab_.boundary, axes_[2], strip.z, offset[2]);
        if (y == outside || z == outside) {
            continue;
        }
        const T* row = input + point.input * extents_.cells() + extents_.index(0, y, z);
        const auto add = [&](std::int64_t x, double coefficient, std::int64_t cell,
                             std::int64_t count) {
            if (!point.times) {
                add_term(row + x, coefficient, count, sums_at(cell));
                return;
            }
            const T* factors = input + *point.times * extents_.cells() +
                               extents_.index(strip.x + cell, strip.y, strip.z);
            const Sums sums = sums_at(cell);
            for (std::int64_t i = 0; i < count; ++i) {
                CellSum sum{sums.value[i], sums.correction[i], sums.magnitude[i], 0};
                add_product(sum, row[x + i], factors[i], coefficient);
                sums.value[i] = sum.value;
                sums.correction[i] = sum.correction;
                sums.magnitude[i] = sum.magnitude;
            }
        };
        const auto coefficient_at = [&](std::int64_t place) {
            return coefficients_[static_cast<std::size_t>(place) * lab_.stencil.size() + term];
        };
        const bool one_sided = lab_.boundary == BoundaryRule::one_sided;
        const auto add_edge_cell = [&](std::int64_t cell) {
            const std::int64_t at = strip.x + cell;
            const std::int64_t x = source(lab_.boundary, along, at, offset[0]);
            if (x != outside) {
                const std::int64_t place = one_sided ? place_in_stencil(along, at) : 0;
                add(x, coefficient_at(place), cell, 1);
            }
        };
        for (std::int64_t cell = expected.first; cell < from; ++cell) {
            add_edge_cell(cell);
        }
        if (from < to) {
            add(strip.x + from + offset[0], coefficient_at(one_sided ? -along.lowest : 0), from,
                to - from);
        }
        for (std::int64_t cell = to; cell < expected.last; ++cell) {
            add_edge_cell(cell);
        }
    }
    if constexpr (std::is_integral_v<T>) {
        std::ranges::copy(expected.sum, expected.value.begin());
    }
    for (double& allowed : expected.allowed) { // holds the sum of magnitudes until here
        allowed = error_scale(lab_.result_operation, allowed) * grid_.error_factor +
                  underflow(lab_, allowed);
    }
    if (grid_.squares != 0 || grid_.has_range != 0) {
        for (std::int64_t i = expected.first; i < expected.last; ++i) {
            const CellExpected result =
                result_of<T>(grid_, {expected.value[i], expected.correction[i], 0});
            expected.value[i] = result.value;
            expected.correction[i] = result.correction;
        }
    }
}

} // namespace kit
