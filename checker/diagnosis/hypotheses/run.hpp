// A run whose output is wrong, as the hypotheses look at it.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kit {

using Cell = std::array<std::int64_t, 3>; ///< x, y, z

/// An array of the lab's elements, read as doubles, which hold each of them exactly.
class Values {
public:
    Values(Element element, std::span<const std::byte> bytes)
        : element_(element), bytes_(bytes),
          size_(static_cast<std::int64_t>(bytes.size() / bytes_of(element))) {}

    [[nodiscard]] bool has(std::int64_t index) const { return 0 <= index && index < size_; }

    [[nodiscard]] double operator[](std::int64_t index) const {
        switch (element_) {
        case Element::int32: return elements<std::int32_t>(bytes_)[index];
        case Element::float64: return elements<double>(bytes_)[index];
        case Element::float32: break;
        }
        return elements<float>(bytes_)[index];
    }

private:
    Element element_;
    std::span<const std::byte> bytes_;
    std::int64_t size_;
};

/// References into the caller's values, for as long as the hypotheses are tried.
struct Run {
    Run(const Lab& of_lab, const CaseData& given, const Observation& seen);

    const Lab& lab;
    const CaseData& data;
    const LaunchShape& launch;
    Extents extents;
    Values input;
    Values output;
    Interior inner;
    std::array<Axis, 3> axes;
    double error_factor; ///< of the lab's result: error_bound.hpp

    /// Whether the lab asks for a computed value there, not for the one it had.
    [[nodiscard]] bool computes(const Cell& cell) const {
        return lab.boundary != BoundaryRule::keep || inner.contains(cell[0], cell[1], cell[2]);
    }

    [[nodiscard]] std::int64_t index(const Cell& cell) const {
        return extents.index(cell[0], cell[1], cell[2]);
    }
};

} // namespace kit
