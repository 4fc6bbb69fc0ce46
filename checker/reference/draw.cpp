#include "checker/reference/draw.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/coefficients.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/parallel.hpp"
#include "checker/reference/poison.hpp"
#include "checker/reference/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace kit {

namespace {

enum Purpose : std::uint64_t { for_coefficients, for_input };

RandomBits bits_of(std::uint64_t seed, const Extents& extents) {
    return RandomBits(seed)
        .derive(static_cast<std::uint64_t>(extents.x))
        .derive(static_cast<std::uint64_t>(extents.y))
        .derive(static_cast<std::uint64_t>(extents.z));
}

/// Random bits to an input of type T: float and double here, int below.
template <class T>
class InputRange {
public:
    InputRange(const Lab& lab, const std::vector<double>&)
        : range_(lab.result_range.value_or(ResultRange{-1, 1})),
          middle_(range_.low / 2 + range_.high / 2), half_(range_.high / 2 - range_.low / 2) {}

    T operator()(std::uint64_t bits) const {
        // In [-1, 1]. More bits than the mantissa holds: none of it stays empty.
        const double unit = static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-63;
        return static_cast<T>(std::clamp(middle_ + half_ * unit, range_.low, range_.high));
    }

private:
    ResultRange range_;
    double middle_;
    double half_;
};

template <>
class InputRange<std::int32_t> {
public:
    InputRange(const Lab& lab, const std::vector<double>& coefficients) {
        std::int64_t weight = 1;
        for (const double coefficient : coefficients) {
            weight += std::abs(static_cast<std::int64_t>(coefficient));
        }
        const double most =
            static_cast<double>(std::min<std::int64_t>(1'000'000, greatest_int_sum / weight));
        const ResultRange range = lab.result_range.value_or(ResultRange{-most, most});
        low_ = static_cast<std::int64_t>(std::clamp(range.low, -most, most));
        const auto high = static_cast<std::int64_t>(std::clamp(range.high, -most, most));
        values_ = static_cast<std::uint64_t>(high - low_ + 1);
    }

    std::int32_t operator()(std::uint64_t bits) const {
        return static_cast<std::int32_t>(low_ +
                                         static_cast<std::int64_t>(((bits >> 32) * values_) >> 32));
    }

private:
    std::int64_t low_ = 0;
    std::uint64_t values_ = 1;
};

template <class T>
void fill(const Lab& lab, const RandomBits& bits, CaseData& data) {
    const InputRange<T> draw(lab, data.coefficients);
    T* input = elements<T>(std::span(data.input));
    // As integers: assigning a signalling NaN as a float may make it a quiet one.
    auto* output = elements<BitsOf<T>>(std::span(data.output));
    const std::int64_t cells = data.extents.cells();
    for_each_part(cells, parts_for(cells),
                  [&](std::int64_t, std::int64_t first, std::int64_t last) {
                      for (std::int64_t cell = first; cell < last; ++cell) {
                          input[cell] = draw(bits.at(static_cast<std::uint64_t>(cell)));
                      }
                      std::fill(output + first, output + last, poison_bits<T>);
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

CaseData draw_case(const Lab& lab, const Extents& extents, std::uint64_t seed) {
    const RandomBits bits = bits_of(seed, extents);
    CaseData data;
    data.extents = extents;
    data.coefficients = draw_coefficients(lab, bits.derive(for_coefficients));
    const std::size_t bytes = static_cast<std::size_t>(extents.cells()) * bytes_of(lab.element);
    data.input.resize(bytes);
    data.output.resize(bytes);
    with_element_type(lab.element, [&]<class T>(std::type_identity<T>) {
        fill<T>(lab, bits.derive(for_input), data);
    });
    if (lab.boundary == BoundaryRule::keep) {
        keep_boundary(lab, data);
    }
    return data;
}

} // namespace kit
