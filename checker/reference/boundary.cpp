#include "checker/reference/boundary.hpp"

#include "checker/reference/error_bound.hpp"

#include <algorithm>

namespace kit {

Interior interior(const Lab& lab, const Extents& extents) {
    const Cell extent{extents.x, extents.y, extents.z};
    Interior result;
    for (std::size_t axis = 0; axis < extent.size(); ++axis) {
        const std::int64_t margin = axis < lab.axes ? reach(lab) : 0;
        result.first[axis] = margin;
        result.last[axis] = std::max(margin, extent[axis] - margin);
    }
    return result;
}

std::array<StencilAxis, 3> axes_of(const Lab& lab, const Extents& extents) {
    std::array<StencilAxis, 3> axes{StencilAxis{extents.x}, {extents.y}, {extents.z}};
    for (const StencilPoint& point : lab.stencil) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            axes[axis].lowest = std::min<std::int64_t>(axes[axis].lowest, point.offset[axis]);
            axes[axis].highest = std::max<std::int64_t>(axes[axis].highest, point.offset[axis]);
        }
    }
    return axes;
}

CellGrid cell_grid(const Lab& lab, const Extents& extents) {
    CellGrid grid{};
    const Interior inner = interior(lab, extents);
    const std::array<StencilAxis, 3> axes = axes_of(lab, extents);
    std::ranges::copy(axes, grid.axis);
    std::ranges::copy(inner.first, grid.first);
    std::ranges::copy(inner.last, grid.last);
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

std::vector<CellTerm> cell_terms(const Lab& lab, std::span<const double> coefficients,
                                 const std::vector<std::int64_t>& inputs) {
    std::vector<CellTerm> terms(coefficients.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const StencilPoint& point = lab.stencil[i % lab.stencil.size()];
        std::ranges::copy(point.offset, terms[i].offset);
        terms[i].coefficient = coefficients[i];
        terms[i].input = inputs.at(static_cast<std::size_t>(point.input));
        terms[i].times = point.times ? inputs.at(static_cast<std::size_t>(*point.times)) : no_array;
    }
    return terms;
}

std::vector<std::int64_t> elements_for(const Lab& lab, const Extents& extents, const Cell& cell) {
    const auto axes = axes_of(lab, extents);
    std::vector<std::int64_t> elements;
    for (const StencilPoint& point : lab.stencil) {
        Cell from{};
        bool is_on_grid = true;
        for (std::size_t axis = 0; axis < from.size(); ++axis) {
            from[axis] = source(lab.boundary, axes[axis], cell[axis], point.offset[axis]);
            is_on_grid = is_on_grid && from[axis] != outside;
        }
        if (is_on_grid) {
            elements.push_back(extents.index(from[0], from[1], from[2]));
        }
    }
    return elements;
}

} // namespace kit
