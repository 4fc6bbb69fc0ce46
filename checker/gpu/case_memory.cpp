#include "checker/gpu/case_memory.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"
#include "checker/reference/input_range.hpp"
#include "checker/reference/poison.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace kit::gpu {

namespace {

constexpr std::uint64_t word_bytes = 4; // every array ends on a whole one
constexpr std::uint64_t least_guard_bytes = 64 * 1024;

CellGrid grid_of(const Lab& lab, const Extents& extents) {
    CellGrid grid{};
    const Interior inner = interior(lab, extents);
    const std::array<Axis, 3> axes = axes_of(lab, extents);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        grid.extent[axis] = axes[axis].extent;
        grid.first[axis] = inner.first[axis];
        grid.last[axis] = inner.last[axis];
        grid.lowest[axis] = axes[axis].lowest;
        grid.highest[axis] = axes[axis].highest;
    }
    grid.rule = static_cast<std::int64_t>(lab.boundary);
    grid.terms = static_cast<std::int64_t>(lab.stencil.size());
    grid.sets = coefficient_sets(lab);
    grid.error_factor = error_factor(lab);
    grid.squares = lab.result_operation == ResultOperation::square ? 1 : 0;
    if (lab.result_range) {
        grid.has_range = 1;
        grid.low = lab.result_range->low;
        grid.high = lab.result_range->high;
    }
    return grid;
}

std::vector<CellTerm> terms_of(const Lab& lab, const std::vector<double>& coefficients) {
    std::vector<CellTerm> terms(coefficients.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& offset = lab.stencil[i % lab.stencil.size()].offset;
        std::copy(offset.begin(), offset.end(), terms[i].offset);
        terms[i].coefficient = coefficients[i];
    }
    return terms;
}

std::vector<std::byte> as_elements(Element element, const std::vector<double>& values) {
    std::vector<std::byte> bytes(values.size() * bytes_of(element));
    with_element_type(element, [&]<class T>(std::type_identity<T>) {
        T* const to = elements<T>(std::span(bytes));
        std::transform(values.begin(), values.end(), to,
                       [](double value) { return static_cast<T>(value); });
    });
    return bytes;
}

} // namespace

CaseMemory::CaseMemory(Device& device, KitModule& kit, const Lab& lab, const Extents& extents,
                       bool guards)
    : device_(device), kit_(kit), lab_(lab), extents_(extents), guards_(guards),
      bytes_(static_cast<std::uint64_t>(extents.cells()) * bytes_of(lab.element)),
      input_(guarded()), output_(guarded()),
      terms_(device.allocate(std::max<std::size_t>(coefficient_count(lab), 1) * sizeof(CellTerm))),
      tally_(device.allocate(sizeof(CellTally))), grid_(grid_of(lab, extents)) {}

CaseMemory::Guarded CaseMemory::guarded() {
    if (!guards_) {
        return {.begin = device_.allocate(bytes_)};
    }
    // Two planes of the grid on either side: an index that is off by one along any axis ends here.
    const std::uint64_t plane =
        static_cast<std::uint64_t>(extents_.x * extents_.y) * bytes_of(lab_.element);
    const std::uint64_t wanted = std::max(least_guard_bytes, 2 * plane);
    const std::uint64_t guard = (wanted + 255) / 256 * 256;
    const Address whole = device_.allocate(guard + bytes_ + guard);
    return {.begin = whole + guard,
            .below_words = guard / word_bytes,
            .above_words = guard / word_bytes,
            .above = whole + guard + bytes_};
}

void CaseMemory::for_each_guard(std::uint64_t seed, bool check) {
    const RandomBits keys = RandomBits(seed).derive(0x6775617264); // "guard"
    std::uint64_t number = 0;
    if (!guards_) {
        return;
    }
    for (const Guarded& array : {input_, output_}) {
        const std::array<std::pair<Address, std::uint64_t>, 2> guards{
            {{array.begin - array.below_words * word_bytes, array.below_words},
             {array.above, array.above_words}}};
        for (const auto& [begin, words] : guards) {
            const std::uint64_t key = keys.at(number++);
            if (check) {
                kit_.check_guard(begin, words, key, tally_);
            } else {
                kit_.guard(begin, words, key);
            }
        }
    }
}

void CaseMemory::draw(std::uint64_t seed) {
    draw_with(seed, case_coefficients(lab_, extents_, seed));
}

void CaseMemory::draw_steady(std::uint64_t seed) {
    std::vector<double> coefficients = case_coefficients(lab_, extents_, seed);
    double magnitude = 0;
    for (const double coefficient : coefficients) {
        magnitude += std::abs(coefficient);
    }
    with_element_type(lab_.element, [&]<class T>(std::type_identity<T>) {
        for (double& coefficient : coefficients) {
            coefficient = static_cast<double>(static_cast<T>(std::abs(coefficient) / magnitude));
        }
    });
    draw_with(seed, coefficients);
}

void CaseMemory::draw_with(std::uint64_t seed, const std::vector<double>& coefficients) {
    seed_ = seed;
    coefficients_ = as_elements(lab_.element, coefficients);
    const InputRange range = input_range(lab_, coefficients);
    draw_ = {.key = input_bits(extents_, seed).key(),
             .middle = range.middle,
             .half = range.half,
             .low = range.low,
             .high = range.high,
             .low_integer = range.low_integer,
             .integers = range.integers,
             .poison = poison_of(lab_.element)};
    host_terms_ = terms_of(lab_, coefficients);
    kit_.fill(input_.begin, output_.begin, grid_, draw_);
    for_each_guard(seed, false);
}

LaunchCheck CaseMemory::check(double seconds, int sweeps) {
    return check_from(input_.begin, output_.begin, true, sweeps, seconds);
}

LaunchCheck CaseMemory::check_series(int sweeps, double seconds) {
    return check_from(output_.begin, input_.begin, false, sweeps, seconds);
}

LaunchCheck CaseMemory::check_from(Address input, Address output, bool inputs_are_drawn, int sweeps,
                                   double seconds) {
    CellTally tally{};
    tally.first_wrong = ~std::uint64_t{0};
    device_.copy_in(tally_, std::as_bytes(std::span(&tally, 1)));
    // Only now, and not before the launch: a kernel that found them could rewrite what is right.
    device_.copy_in(terms_, std::as_bytes(std::span(host_terms_)));
    if (sweeps > 1) {
        for (Address& grid : stepped_) {
            if (grid == 0) {
                grid = device_.allocate(static_cast<std::uint64_t>(extents_.cells()) *
                                        sizeof(CellStep));
            }
        }
        kit_.begin_steps(grid_, draw_, stepped_[0], stepped_[1]);
        for (int done = 0; done < sweeps; ++done) {
            kit_.step(grid_, terms_, stepped_[0], stepped_[1]);
            std::swap(stepped_[0], stepped_[1]);
        }
    }
    kit_.check(input, output, grid_, draw_, terms_, sweeps > 1 ? stepped_[0] : 0, tally_);
    for_each_guard(seed_, true);
    device_.wait(seconds);
    device_.copy_out(std::as_writable_bytes(std::span(&tally, 1)), tally_);
    LaunchCheck result;
    Comparison& comparison = result.comparison;
    comparison.cells = static_cast<std::uint64_t>(extents_.cells());
    comparison.mismatches = tally.mismatches;
    comparison.untouched = tally.untouched;
    comparison.not_a_number = tally.not_a_number;
    comparison.boundary_cells =
        comparison.cells - static_cast<std::uint64_t>(interior(lab_, extents_).cells());
    comparison.boundary_mismatches = tally.boundary_mismatches;
    comparison.max_error = std::bit_cast<double>(tally.max_error);
    comparison.allowed_error = std::bit_cast<double>(tally.allowed_error);
    if (tally.mismatches > 0) {
        WrongCell cell;
        cell.cell = extents_.cell(static_cast<std::int64_t>(tally.first_wrong));
        comparison.first_wrong.push_back(cell);
    }
    result.changed_inputs = inputs_are_drawn ? tally.changed_inputs : 0;
    result.changed_guard_words = tally.changed_guards;
    return result;
}

std::vector<std::byte> CaseMemory::contents(Address array) const {
    std::vector<std::byte> bytes(bytes_);
    device_.copy_out(bytes, array);
    return bytes;
}

} // namespace kit::gpu
