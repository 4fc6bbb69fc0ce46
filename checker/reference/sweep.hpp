// Any lab's stencil on the CPU, more precisely than the kernel can be, a strip of cells at a time.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/time_steps.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

/// Consecutive cells of one row: starting at (x, y, z), `cells` of them along x.
struct Strip {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    std::int64_t cells = 0;
};

/// What a strip of the output must hold. Element i of each vector speaks of cell x + i.
struct ExpectedStrip {
    /// Cells [first, last) of the strip are computed; the others are kept, bit for bit.
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::vector<double> value;
    /// The exact result is value + correction, closer than a double can say; 0 unless float64.
    std::vector<double> correction;
    std::vector<double> allowed;   ///< greatest error that a right kernel may have
    std::vector<std::int64_t> sum; ///< int labs only: the exact sum
};

/// The stencil of a lab over one input. Nothing is stored for the grid as a whole, so a grid of any
/// size is checked in a few kilobytes, but for labs of several sweeps, which need 16 bytes a cell;
/// strips may be computed from several threads at once.
///
/// Sums are kept in int64 for int labs, in double for float labs (its error is 2^-29 of a float's),
/// and for double labs as an unevaluated sum of two doubles: long double would be 64 bits on x86,
/// slow emulation on Arm and no more than double elsewhere.
class Sweep {
public:
    /// The lab and the data must outlive the sweep.
    Sweep(const Lab& lab, const CaseData& data);

    /// The grid is cut into this many strips; in order, they are the cells in memory order.
    [[nodiscard]] std::int64_t strips() const { return strips_per_row_ * extents_.y * extents_.z; }

    [[nodiscard]] Strip strip(std::int64_t number) const;

    /// Computes what the strip must hold; `expected` may be used again for the next strip.
    void compute(const Strip& strip, ExpectedStrip& expected) const;

private:
    template <class T>
    void compute_as(const Strip& strip, ExpectedStrip& expected) const;

    const Lab& lab_;
    Extents extents_;
    std::span<const std::byte> input_;
    std::span<const double> coefficients_;
    Interior interior_;
    std::array<StencilAxis, 3> axes_;
    CellGrid grid_;
    std::int64_t strips_per_row_;
    /// The whole grid, for a lab of several sweeps or with a reference of its own; else empty.
    std::vector<CellStep> stepped_;
    std::span<const CellStep> known_; ///< of these
};

} // namespace kit
