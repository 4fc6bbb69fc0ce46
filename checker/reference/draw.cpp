#include "checker/reference/draw.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/input_range.hpp"
#include "checker/reference/parallel.hpp"
#include "checker/reference/poison.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace kit {

namespace {

/// The input that these bits stand for.
template <class T>
T drawn(const InputRange& range, std::uint64_t bits) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(range.low_integer +
                              static_cast<std::int64_t>(((bits >> 32) * range.integers) >> 32));
    } else {
        // In [-1, 1]. More bits than the mantissa holds: none of it stays empty.
        const double unit = static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-63;
        return static_cast<T>(std::clamp(range.middle + range.half * unit, range.low, range.high));
    }
}

template <class T>
void fill(const Lab& lab, const RandomBits& bits, CaseData& data) {
    const InputRange range = input_range(lab, data.coefficients);
    T* input = elements<T>(std::span(data.input));
    // As integers: assigning a signalling NaN as a float may make it a quiet one.
    auto* output = elements<BitsOf<T>>(std::span(data.output));
    const std::int64_t cells = data.extents.cells();
    for_each_part(cells, parts_for(cells),
                  [&](std::int64_t, std::int64_t first, std::int64_t last) {
                      for (std::int64_t cell = first; cell < last; ++cell) {
                          input[cell] = drawn<T>(range, bits.at(static_cast<std::uint64_t>(cell)));
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
    CaseData data;
    data.extents = extents;
    data.coefficients = case_coefficients(lab, extents, seed);
    const std::size_t bytes = static_cast<std::size_t>(extents.cells()) * bytes_of(lab.element);
    data.input.resize(bytes);
    data.output.resize(bytes);
    with_element_type(lab.element, [&]<class T>(std::type_identity<T>) {
        fill<T>(lab, input_bits(extents, seed), data);
    });
    if (lab.boundary == BoundaryRule::keep) {
        keep_boundary(lab, data);
    }
    return data;
}

} // namespace kit
