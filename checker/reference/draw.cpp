#include "checker/reference/draw.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/parallel.hpp"
#include "checker/reference/random_bits.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace kit {

namespace {

enum Purpose : std::uint64_t {
    for_coefficients,
    for_input
}; // the last is for all other inputs, too

RandomBits bits_of(const Extents& extents, std::uint64_t seed) {
    return RandomBits(seed)
        .derive(static_cast<std::uint64_t>(extents.x))
        .derive(static_cast<std::uint64_t>(extents.y))
        .derive(static_cast<std::uint64_t>(extents.z));
}

/// Reads a sequence from its start.
class Draws {
public:
    explicit Draws(const RandomBits& bits) : bits_(bits) {}

    /// In [0, 1), 53 bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// In [0, limit), for limits so small that the remainder's bias is nothing.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

    bool coin() { return next() >> 63 != 0; }

private:
    std::uint64_t next() { return bits_.at(position_++); }

    RandomBits bits_;
    std::uint64_t position_ = 0;
};

double rounded_to(Element element, double value) {
    return with_element_type(element, [value]<class T>(std::type_identity<T>) {
        return std::is_integral_v<T> ? std::nearbyint(value)
                                     : static_cast<double>(static_cast<T>(value));
    });
}

/// Ascending, each at least `gap` above the one before.
std::vector<double> real_magnitudes(std::size_t count, Draws& draws) {
    constexpr double least = 0.25;
    constexpr double room = 0.75;
    // A little more than 0.05, because rounding to float takes some of it.
    const double gap = count < 2 ? 0 : std::min(0.051, 0.65 / static_cast<double>(count - 1));
    const double slack = count < 2 ? room : room - gap * static_cast<double>(count - 1);
    std::vector<double> magnitudes(count);
    for (double& magnitude : magnitudes) {
        magnitude = least + slack * draws.unit();
    }
    std::ranges::sort(magnitudes);
    for (std::size_t i = 0; i < count; ++i) {
        magnitudes[i] += gap * static_cast<double>(i);
    }
    return magnitudes;
}

/// The least ones that no fixed coefficient has.
std::vector<double> whole_magnitudes(std::size_t count, const Lab& lab) {
    std::vector<double> magnitudes;
    for (double candidate = 1; magnitudes.size() < count; ++candidate) {
        const bool taken = std::ranges::any_of(lab.stencil, [candidate](const StencilPoint& point) {
            return point.coefficient && std::abs(*point.coefficient) == candidate;
        });
        if (!taken) {
            magnitudes.push_back(candidate);
        }
    }
    return magnitudes;
}

/// The greatest magnitude of the inputs of a lab of whole numbers.
double greatest_whole_input(const Lab& lab, const std::vector<double>& coefficients) {
    std::int64_t weight = 1;
    for (const double coefficient : coefficients) {
        weight += std::abs(static_cast<std::int64_t>(coefficient));
    }
    const std::int64_t most = lab.result_operation == ResultOperation::square
                                  ? greatest_squared_sum(lab.element)
                                  : greatest_sum(lab.element);
    return static_cast<double>(std::min<std::int64_t>(1'000'000, most / weight));
}

/// A half is drawn as a float, a short as an int.
template <class T>
T drawn(const CellDraw& draw, const std::uint32_t* block, int place) {
    using Wide = std::conditional_t<std::is_same_v<T, Half>, float,
                                    std::conditional_t<sizeof(T) == 2, std::int32_t, T>>;
    Wide value{};
    drawn_input(draw, block, place, value);
    return static_cast<T>(value);
}

template <class T>
void fill(const CellDraw& draw, int number, CaseData& data) {
    constexpr std::int64_t group_cells = group_blocks * cells_of_block<T>;
    T* input = elements<T>(std::span(data.input)) + number * data.extents.cells();
    // As integers: assigning a signalling NaN as a float may make it a quiet one.
    auto* output = elements<BitsOf<T>>(std::span(data.output));
    const std::int64_t cells = data.extents.cells();
    const std::int64_t groups = (cells + group_cells - 1) / group_cells;
    for_each_part(
        groups, parts_for(cells), [&](std::int64_t, std::int64_t first, std::int64_t last) {
            GroupWords words;
            for (std::int64_t group = first; group < last; ++group) {
                stream_group(draw.key, stream_of_numbers, static_cast<std::uint64_t>(group), words);
                const std::int64_t begin = group * group_cells;
                const auto count = static_cast<int>(std::min(cells - begin, group_cells));
                for (int i = 0; i < count; ++i) {
                    input[begin + i] = drawn<T>(draw, words.data(), i);
                }
                std::fill_n(output + begin, count, poison_bits<T>);
            }
        });
}

void keep_boundary(const Lab& lab, CaseData& data) {
    const Interior inner = interior(lab, data.extents);
    const Extents& extents = data.extents;
    const std::size_t size = bytes_of(lab.element);
    const auto keep = [&](std::int64_t index, std::int64_t cells) {
        const std::size_t at = static_cast<std::size_t>(index) * size;
        std::memcpy(data.output.data() + at, data.input.data() + at,
                    static_cast<std::size_t>(cells) * size);
    };
    for (std::int64_t z = 0; z < extents.z; ++z) {
        for (std::int64_t y = 0; y < extents.y; ++y) {
            const std::int64_t row = extents.index(0, y, z);
            if (!inner.has_row(y, z) || inner.first[0] >= inner.last[0]) {
                keep(row, extents.x);
            } else {
                keep(row, inner.first[0]);
                keep(row + inner.last[0], extents.x - inner.last[0]);
            }
        }
    }
}

} // namespace

std::vector<double> case_coefficients(const Lab& lab, const Extents& extents, std::uint64_t seed) {
    const std::size_t sets = static_cast<std::size_t>(coefficient_sets(lab));
    const std::size_t open =
        sets * static_cast<std::size_t>(std::ranges::count_if(
                   lab.stencil, [](const StencilPoint& point) { return !point.coefficient; }));
    Draws draws(bits_of(extents, seed).derive(for_coefficients));
    // Two whole numbers more than needed, so that the set differs from case to case.
    std::vector<double> drawn =
        is_whole(lab.element) ? whole_magnitudes(open + 2, lab) : real_magnitudes(open, draws);
    for (std::size_t left = drawn.size(); left > 1; --left) {
        std::swap(drawn[left - 1], drawn[draws.below(left)]);
    }
    for (double& value : drawn) {
        value = draws.coin() ? -value : value;
    }
    std::vector<double> coefficients;
    coefficients.reserve(coefficient_count(lab));
    auto next = drawn.begin();
    for (std::size_t set = 0; set < sets; ++set) {
        for (const StencilPoint& point : lab.stencil) {
            const double value = point.coefficient ? *point.coefficient : *next++;
            coefficients.push_back(rounded_to(lab.element, value));
        }
    }
    return coefficients;
}

CellDraw cell_draw(const Lab& lab, const Extents& extents, std::uint64_t seed,
                   const std::vector<double>& coefficients, int input) {
    CellDraw draw{};
    draw.key = bits_of(extents, seed).derive(for_input + static_cast<std::uint64_t>(input)).key();
    draw.poison = poison_of(lab.element);
    const std::optional<ResultRange> range = lab.input_range ? lab.input_range : lab.result_range;
    if (is_whole(lab.element)) {
        const double most = greatest_whole_input(lab, coefficients);
        const ResultRange results = range.value_or(ResultRange{-most, most});
        draw.low_integer = static_cast<std::int64_t>(std::clamp(results.low, -most, most));
        const auto high = static_cast<std::int64_t>(std::clamp(results.high, -most, most));
        draw.integers = static_cast<std::uint64_t>(high - draw.low_integer + 1);
        return draw;
    }
    const ResultRange results = range.value_or(ResultRange{-1, 1});
    draw.middle = results.low / 2 + results.high / 2;
    draw.half = results.high / 2 - results.low / 2;
    draw.low = results.low;
    draw.high = results.high;
    return draw;
}

CaseData draw_case(const Lab& lab, const Extents& extents, std::uint64_t seed) {
    CaseData data;
    data.extents = extents;
    data.coefficients = case_coefficients(lab, extents, seed);
    const std::size_t bytes = static_cast<std::size_t>(extents.cells()) * bytes_of(lab.element);
    data.input.resize(bytes * static_cast<std::size_t>(input_count(lab)));
    data.output.resize(bytes);
    with_element_type(lab.element, [&]<class T>(std::type_identity<T>) {
        for (int input = 0; input < input_count(lab); ++input) {
            fill<T>(cell_draw(lab, extents, seed, data.coefficients, input), input, data);
        }
    });
    if (lab.boundary == BoundaryRule::keep) {
        keep_boundary(lab, data);
    }
    return data;
}

} // namespace kit
