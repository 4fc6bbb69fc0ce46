// The cells that a stencil reads, and the operations of one point.
#pragma once

#include <cstdint>
#include <string>

namespace kit {

/// A star reads along the axes only; a box reads every cell of the cube around the centre.
enum class StencilShape { star, box };

/// A stencil whose order is its reach: `order` cells to either side of the centre on each axis.
/// Order 0 is the map out[i] = f(in[i]).
struct Stencil {
    StencilShape shape = StencilShape::star;
    int axes = 3;  ///< 1, 2 or 3: x; x and y; x, y and z
    int order = 1; ///< in cells, 0 or more

    friend bool operator==(const Stencil&, const Stencil&) = default;
};

/// Throws BadInput on a number of axes other than 1 to 3 and on a negative order.
void check(const Stencil& stencil);

/// Terms p of the stencil's sum: 2·axes·order + 1 of a star, (2·order + 1)^axes of a box. Throws as
/// check does, and Overflow.
[[nodiscard]] std::int64_t points(const Stencil& stencil);

/// A count by the two conventions that texts use for a sum of p products.
struct Operations {
    std::int64_t separate = 0; ///< p multiplications and p − 1 additions: 2p − 1 for each output
    std::int64_t fused = 0;    ///< p multiply-adds, each counted as two: 2p for each output

    friend bool operator==(const Operations&, const Operations&) = default;
};

/// Both counts for `outputs` (0 or more) computed points. Throws as points does.
[[nodiscard]] Operations operations(const Stencil& stencil, std::int64_t outputs);

} // namespace kit
