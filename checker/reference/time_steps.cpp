#include "checker/reference/time_steps.hpp"

#include "checker/reference/boundary.hpp"
#include "checker/reference/elements.hpp"
#include "checker/reference/parallel.hpp"

#include <algorithm>
#include <utility>

namespace kit {

std::vector<CellStep> step_grid(const Lab& lab, const Extents& extents,
                                std::span<const std::byte> input,
                                std::span<const double> coefficients) {
    require_size("input", input, lab, extents);
    const float* const cells = elements<float>(input);
    std::vector<CellStep> before(static_cast<std::size_t>(extents.cells()));
    std::transform(cells, cells + extents.cells(), before.begin(), [](float value) {
        return CellStep{static_cast<double>(value), 0};
    });
    std::vector<CellStep> after = before; // sweeps leave the boundary as it is
    const CellGrid grid = cell_grid(lab, extents);
    const std::vector<CellTerm> terms = cell_terms(lab, coefficients);
    const std::int64_t rows = extents.y * extents.z;
    for (int done = 0; done < lab.steps; ++done) {
        for_each_part(rows, std::min(rows, parts_for(extents.cells())),
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                          for (std::int64_t row = first; row < last; ++row) {
                              std::int64_t at[]{0, row % extents.y, row / extents.y};
                              for (; at[0] < extents.x; ++at[0]) {
                                  if (is_interior(grid, at)) {
                                      after[row * extents.x + at[0]] =
                                          stepped_cell(grid, terms.data(), before.data(), at);
                                  }
                              }
                          }
                      });
        std::swap(before, after);
    }
    return before;
}

} // namespace kit
