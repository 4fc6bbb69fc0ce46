#include "checker/reference/time_steps.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/error_bound.hpp"
#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

/// One sweep of one cell.
class CellStepper {
public:
    CellStepper(const Lab& lab, const Extents& extents, std::span<const double> coefficients)
        : lab_(lab), extents_(extents), coefficients_(coefficients),
          factor_(error_factor(lab.element, lab.stencil.size())) {}

    void step(std::int64_t x, std::int64_t y, std::int64_t z, const SteppedGrid& before,
              SteppedGrid& after) const {
        double value = 0;
        double magnitude = 0;
        double handed_on = 0;
        for (std::size_t i = 0; i < lab_.stencil.size(); ++i) {
            const auto& offset = lab_.stencil[i].offset;
            const auto from = static_cast<std::size_t>(
                extents_.index(x + offset[0], y + offset[1], z + offset[2]));
            const double term = coefficients_[i] * before.value[from];
            value += term;
            magnitude += std::abs(term);
            handed_on += std::abs(coefficients_[i]) * before.allowed[from];
        }
        const auto cell = static_cast<std::size_t>(extents_.index(x, y, z));
        after.value[cell] = value;
        after.allowed[cell] = handed_on + factor_ * (magnitude + handed_on);
    }

private:
    const Lab& lab_;
    const Extents& extents_;
    std::span<const double> coefficients_;
    double factor_;
};

} // namespace

SteppedGrid step_grid(const Lab& lab, const Extents& extents, std::span<const std::byte> input,
                      std::span<const double> coefficients) {
    require_size("input", input, lab, extents);
    const float* const cells = elements<float>(input);
    SteppedGrid before;
    before.value.assign(cells, cells + extents.cells());
    before.allowed.assign(before.value.size(), 0);
    SteppedGrid after = before; // sweeps leave the boundary where it is
    const Interior inner = interior(lab, extents);
    const CellStepper stepper(lab, extents, coefficients);
    const std::int64_t rows = extents.y * extents.z;
    for (int done = 0; done < lab.steps; ++done) {
        for_each_part(rows, std::min(rows, parts_for(extents.cells())),
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                          for (std::int64_t row = first; row < last; ++row) {
                              const std::int64_t y = row % extents.y;
                              const std::int64_t z = row / extents.y;
                              for (std::int64_t x = inner.first[0];
                                   inner.has_row(y, z) && x < inner.last[0]; ++x) {
                                  stepper.step(x, y, z, before, after);
                              }
                          }
                      });
        std::swap(before, after);
    }
    return before;
}

} // namespace kit
