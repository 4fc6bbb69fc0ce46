#include "checker/reference/sweep.hpp"

#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"
#include "checker/reference/terms.hpp"

#include <algorithm>
#include <type_traits>

namespace kit {

namespace {

/// Four arrays of doubles of this length stay within the first-level cache.
constexpr std::int64_t longest_strip = 512;

/// value + correction squared, in value and correction; of float and int labs, whose correction is
/// 0, in value alone: an int's square is below 2^53 and exact (see greatest_int_sum).
void square_results(Element element, ExpectedStrip& expected) {
    for (std::int64_t i = expected.first; i < expected.last; ++i) {
        const double value = expected.value[i];
        const double correction = expected.correction[i];
        const double square = value * value;
        if (element == Element::float64) {
            expected.correction[i] = product_error(value, value, square) +
                                     (2 * value * correction + correction * correction);
        }
        expected.value[i] = square;
    }
}

/// Clamping the sum before or after the correction is the same but within the last bits of an end.
void clamp_results(const ResultRange& range, ExpectedStrip& expected) {
    for (std::int64_t i = expected.first; i < expected.last; ++i) {
        const double result = expected.value[i] + expected.correction[i];
        if (result < range.low || result > range.high) {
            expected.value[i] = std::clamp(result, range.low, range.high);
            expected.correction[i] = 0;
        }
    }
}

} // namespace

Sweep::Sweep(const Lab& lab, const Extents& extents, std::span<const std::byte> input,
             std::span<const double> coefficients)
    : lab_(lab), extents_(extents), input_(input), coefficients_(coefficients),
      interior_(interior(lab, extents)), axes_(axes_of(lab, extents)),
      error_factor_(error_factor(lab)),
      strips_per_row_((extents.x + longest_strip - 1) / longest_strip) {
    require_size("input", input, lab, extents);
    if (lab.steps > 1) {
        stepped_ = step_grid(lab, extents, input, coefficients);
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
    if (lab_.steps > 1) {
        const auto begin = extents_.index(strip.x, strip.y, strip.z);
        std::copy_n(stepped_.value.begin() + begin, strip.cells, expected.value.begin());
        std::copy_n(stepped_.allowed.begin() + begin, strip.cells, expected.allowed.begin());
        return;
    }
    with_element_type(lab_.element,
                      [&]<class T>(std::type_identity<T>) { compute_as<T>(strip, expected); });
}

template <class T>
void Sweep::compute_as(const Strip& strip, ExpectedStrip& expected) const {
    const T* input = elements<T>(input_);
    const Axis& along = axes_[0];
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
        const std::array<int, 3>& offset = lab_.stencil[term].offset;
        const std::int64_t y = source(lab_.boundary, axes_[1], strip.y, offset[1]);
        const std::int64_t z = source(lab_.boundary, axes_[2], strip.z, offset[2]);
        if (y == outside || z == outside) {
            continue;
        }
        const T* row = input + extents_.index(0, y, z);
        const auto coefficient_at = [&](std::int64_t place) {
            return coefficients_[static_cast<std::size_t>(place) * lab_.stencil.size() + term];
        };
        const bool one_sided = lab_.boundary == BoundaryRule::one_sided;
        const auto add_edge_cell = [&](std::int64_t cell) {
            const std::int64_t at = strip.x + cell;
            const std::int64_t x = source(lab_.boundary, along, at, offset[0]);
            if (x != outside) {
                const std::int64_t place = one_sided ? place_in_stencil(along, at) : 0;
                add_term(row + x, coefficient_at(place), 1, sums_at(cell));
            }
        };
        for (std::int64_t cell = expected.first; cell < from; ++cell) {
            add_edge_cell(cell);
        }
        if (from < to) {
            add_term(row + strip.x + from + offset[0],
                     coefficient_at(one_sided ? -along.lowest : 0), to - from, sums_at(from));
        }
        for (std::int64_t cell = to; cell < expected.last; ++cell) {
            add_edge_cell(cell);
        }
    }
    if constexpr (std::is_same_v<T, std::int32_t>) {
        std::copy(expected.sum.begin(), expected.sum.end(), expected.value.begin());
    }
    for (double& allowed : expected.allowed) { // holds the sum of magnitudes until here
        allowed = error_scale(lab_.result_operation, allowed) * error_factor_;
    }
    if (lab_.result_operation == ResultOperation::square) {
        square_results(lab_.element, expected);
    }
    if (lab_.result_range) {
        clamp_results(*lab_.result_range, expected);
    }
}

} // namespace kit
