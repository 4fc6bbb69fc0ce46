#include "checker/reference/comparison.hpp"

#include "checker/reference/elements.hpp"
#include "checker/reference/parallel.hpp"
#include "checker/reference/sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace kit {

namespace {

constexpr std::size_t most_wrong_cells = 8;

CellState state_of(WrongCell::Why why) {
    switch (why) {
    case WrongCell::Why::not_a_number: return CellState::not_a_number;
    case WrongCell::Why::untouched: return CellState::untouched;
    case WrongCell::Why::wrong: break;
    }
    return CellState::wrong;
}

/// Compares the strips of one part of the grid, in order; marks the wrong cells in `map`, which may
/// be null.
template <class T>
class StripComparison {
public:
    StripComparison(const Lab& lab, const CaseData& data, std::span<const std::byte> output,
                    ErrorMap* map)
        : extents_(data.extents), interior_(interior(lab, data.extents)), got_(elements<T>(output)),
          before_(elements<T>(std::span(data.input))), map_(map) {}

    void add(const Strip& strip, const ExpectedStrip& expected) {
        const std::int64_t start = extents_.index(strip.x, strip.y, strip.z);
        result_.cells += static_cast<std::uint64_t>(strip.cells);
        for (std::int64_t i = 0; i < expected.first; ++i) {
            check_kept(strip, i, start + i);
        }
        if (!all_within(start, expected)) {
            for (std::int64_t i = expected.first; i < expected.last; ++i) {
                const double error = error_of(got_[start + i], expected, i);
                if (!(error <= expected.allowed[i])) {
                    add_wrong(strip, i, got_[start + i], expected.value[i], expected.allowed[i],
                              error);
                }
            }
        }
        for (std::int64_t i = expected.last; i < strip.cells; ++i) {
            check_kept(strip, i, start + i);
        }
    }

    [[nodiscard]] const Comparison& result() const { return result_; }

private:
    static double error_of(T got, const ExpectedStrip& expected, std::int64_t i) {
        return std::abs((static_cast<double>(got) - expected.value[i]) - expected.correction[i]);
    }

    /// Whether every computed cell of the strip is right; collects the greatest error and bound of
    /// the right ones. Several accumulators, because a maximum waits for the one before it.
    bool all_within(std::int64_t start, const ExpectedStrip& expected) {
        constexpr std::int64_t lanes = 4;
        double errors[lanes]{};
        double bounds[lanes]{};
        int wrong[lanes]{};
        const auto check = [&](std::int64_t i, std::int64_t lane) {
            const double error = error_of(got_[start + i], expected, i);
            const bool right = error <= expected.allowed[i];
            wrong[lane] |= right ? 0 : 1;
            errors[lane] = right && error > errors[lane] ? error : errors[lane];
            bounds[lane] = expected.allowed[i] > bounds[lane] ? expected.allowed[i] : bounds[lane];
        };
        std::int64_t i = expected.first;
        for (; i + lanes <= expected.last; i += lanes) {
            for (std::int64_t lane = 0; lane < lanes; ++lane) {
                check(i + lane, lane);
            }
        }
        for (; i < expected.last; ++i) {
            check(i, 0);
        }
        result_.max_error = std::max(result_.max_error, *std::max_element(errors, errors + lanes));
        result_.allowed_error =
            std::max(result_.allowed_error, *std::max_element(bounds, bounds + lanes));
        return std::all_of(wrong, wrong + lanes, [](int any) { return any == 0; });
    }

    void check_kept(const Strip& strip, std::int64_t i, std::int64_t at) {
        if (std::bit_cast<BitsOf<T>>(got_[at]) != std::bit_cast<BitsOf<T>>(before_[at])) {
            const auto expected = static_cast<double>(before_[at]);
            add_wrong(strip, i, got_[at], expected, 0,
                      std::abs(static_cast<double>(got_[at]) - expected));
        }
    }

    void add_wrong(const Strip& strip, std::int64_t i, const T& got, double expected,
                   double allowed, double error) {
        WrongCell cell{{strip.x + i, strip.y, strip.z},
                       static_cast<double>(got),
                       expected,
                       allowed,
                       WrongCell::Why::wrong};
        ++result_.mismatches;
        if (is_poison(got)) {
            cell.why = WrongCell::Why::untouched;
            ++result_.untouched;
        } else if (std::isnan(cell.got)) {
            cell.why = WrongCell::Why::not_a_number;
            ++result_.not_a_number;
        } else {
            result_.max_error = std::max(result_.max_error, error);
        }
        if (map_ != nullptr) {
            const std::int64_t at = extents_.index(cell.cell[0], cell.cell[1], cell.cell[2]);
            map_->state[at] = state_of(cell.why);
        }
        if (!interior_.contains(cell.cell)) {
            ++result_.boundary_mismatches;
        }
        if (result_.first_wrong.size() < most_wrong_cells) {
            result_.first_wrong.push_back(cell);
        }
    }

    Extents extents_;
    Interior interior_;
    const T* got_;
    const T* before_;
    ErrorMap* map_;
    Comparison result_;
};

/// Appends the comparison of the cells that follow.
void append(Comparison& whole, const Comparison& part) {
    whole.cells += part.cells;
    whole.mismatches += part.mismatches;
    whole.untouched += part.untouched;
    whole.not_a_number += part.not_a_number;
    whole.boundary_mismatches += part.boundary_mismatches;
    whole.max_error = std::max(whole.max_error, part.max_error);
    whole.allowed_error = std::max(whole.allowed_error, part.allowed_error);
    const std::size_t room = most_wrong_cells - whole.first_wrong.size();
    const std::size_t taken = std::min(room, part.first_wrong.size());
    whole.first_wrong.insert(whole.first_wrong.end(), part.first_wrong.begin(),
                             part.first_wrong.begin() + static_cast<std::ptrdiff_t>(taken));
}

template <class T>
Comparison compare_as(const Lab& lab, const CaseData& data, std::span<const std::byte> output,
                      ErrorMap* map) {
    const Sweep sweep(lab, data);
    const std::int64_t parts = std::min(sweep.strips(), parts_for(data.extents.cells()));
    std::vector<Comparison> results(static_cast<std::size_t>(parts));
    for_each_part(sweep.strips(), parts,
                  [&](std::int64_t part, std::int64_t first, std::int64_t last) {
                      StripComparison<T> comparison(lab, data, output, map);
                      ExpectedStrip expected;
                      for (std::int64_t number = first; number < last; ++number) {
                          const Strip strip = sweep.strip(number);
                          sweep.compute(strip, expected);
                          comparison.add(strip, expected);
                      }
                      results[part] = comparison.result();
                  });
    Comparison whole;
    for (const Comparison& part : results) {
        append(whole, part);
    }
    if (std::isinf(whole.allowed_error)) { // of a cell that the lab's own reference leaves open
        whole.allowed_error = 0;
        for (const CellStep& cell : data.expected) {
            whole.allowed_error = std::isinf(cell.allowed)
                                      ? whole.allowed_error
                                      : std::max(whole.allowed_error, cell.allowed);
        }
    }
    whole.boundary_cells =
        whole.cells - static_cast<std::uint64_t>(interior(lab, data.extents).cells());
    return whole;
}

Comparison compare_any(const Lab& lab, const CaseData& data, std::span<const std::byte> output,
                       ErrorMap* map) {
    require_size("output", output, lab, data.extents);
    return with_element_type(lab.element, [&]<class T>(std::type_identity<T>) {
        return compare_as<T>(lab, data, output, map);
    });
}

} // namespace

Comparison compare(const Lab& lab, const CaseData& data, std::span<const std::byte> output) {
    return compare_any(lab, data, output, nullptr);
}

ErrorMap map_errors(const Lab& lab, const CaseData& data, std::span<const std::byte> output) {
    ErrorMap map;
    map.extents = data.extents;
    map.state.assign(static_cast<std::size_t>(data.extents.cells()), CellState::right);
    static_cast<void>(compare_any(lab, data, output, &map));
    return map;
}

} // namespace kit
