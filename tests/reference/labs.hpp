// Labs and arrays made in code, for tests of what any lab.toml may ask for.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

namespace kit::tests {

/// The course's 7-point sweep, in the order of its coefficients.
inline Lab sweep_lab(Element element = Element::float32) {
    Lab lab;
    lab.element = element;
    lab.points = 10;
    lab.cube = true;
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"n", KernelArgument::Role::side}};
    lab.stencil = {{{0, 0, 0}, {}}, {{-1, 0, 0}, {}}, {{1, 0, 0}, {}}, {{0, -1, 0}, {}},
                   {{0, 1, 0}, {}}, {{0, 0, -1}, {}}, {{0, 0, 1}, {}}};
    return lab;
}

/// Six neighbours minus six times the centre, clamped to [0, 255].
inline Lab laplacian_lab(Element element = Element::float32) {
    Lab lab = sweep_lab(element);
    lab.cube = false;
    for (StencilPoint& point : lab.stencil) {
        point.coefficient = 1.0;
    }
    lab.stencil.front().coefficient = -6.0;
    lab.result_range = ResultRange{0, 255};
    return lab;
}

/// Any element, rule, number of axes, and up to nine terms with offsets up to ±3, some fixed; at
/// times squared, clamped, or both.
inline Lab random_lab(std::mt19937& random) {
    const auto below = [&random](unsigned limit) { return static_cast<int>(random() % limit); };
    Lab lab;
    lab.arguments = sweep_lab().arguments;
    lab.element = static_cast<Element>(below(5));
    lab.boundary = static_cast<BoundaryRule>(below(5));
    lab.axes = lab.boundary == BoundaryRule::one_sided ? 1 : 1 + below(3);
    const int radius = below(4);
    const int terms = 1 + below(9);
    for (int term = 0; term < terms; ++term) {
        StencilPoint point;
        for (std::size_t axis = 0; axis < lab.axes; ++axis) {
            point.offset[axis] = below(static_cast<unsigned>(2 * radius + 1)) - radius;
        }
        if (below(4) == 0) {
            point.coefficient = 20 + below(9) - (is_whole(lab.element) ? 0 : 23.7);
        }
        lab.stencil.push_back(point);
    }
    if (below(4) == 0) {
        lab.result_range = ResultRange{-2, 60};
    }
    if (below(4) == 0) {
        lab.result_operation = ResultOperation::square;
    }
    return lab;
}

/// The same lab with two more inputs, from which some terms' cells come or by which they are multiplied.
inline Lab with_more_inputs(Lab lab, std::mt19937& random) {
    lab.arguments.push_back({"old", KernelArgument::Role::input});
    lab.arguments.push_back({"k", KernelArgument::Role::input});
    for (StencilPoint& point : lab.stencil) {
        point.input = static_cast<int>(random() % 3);
        if (!is_whole(lab.element) && random() % 2 == 0) {
            point.times = static_cast<int>(random() % 3);
        }
    }
    return lab;
}

/// Small grids, often smaller than the stencil; a single cell too.
inline Extents random_extents(const Lab& lab, std::mt19937& random) {
    const auto extent = [&random] { return static_cast<std::int64_t>(1 + random() % 11); };
    Extents extents{extent() * (lab.axes == 1 && random() % 3 != 0 ? 97 : 1), 1, 1};
    extents.y = lab.axes > 1 ? extent() : 1;
    extents.z = lab.axes > 2 ? extent() : 1;
    return extents;
}

template <class T>
std::vector<T> values(std::span<const std::byte> bytes) {
    const T* first = elements<T>(bytes);
    return {first, first + bytes.size() / sizeof(T)};
}

template <class T>
std::vector<std::byte> bytes(const std::vector<T>& values) {
    const auto raw = std::as_bytes(std::span(values));
    return {raw.begin(), raw.end()};
}

/// What no sum's magnitude exceeds: Σ|c| times the greatest |x|.
template <class T>
double most_of_sums(const CaseData& data) {
    double weight = 0;
    for (const double coefficient : data.coefficients) {
        weight += std::abs(coefficient);
    }
    double greatest = 0;
    for (const T value : values<T>(data.input)) {
        greatest = std::max(greatest, std::abs(static_cast<double>(value)));
    }
    return weight * greatest;
}

} // namespace kit::tests
