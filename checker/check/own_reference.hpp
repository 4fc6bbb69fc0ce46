// What a lab's own function says of a case's cells, where lab.toml's sum of products cannot say it.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/draw.hpp"

namespace kit {

/// draw_case(). A lab with a reference of its own gets `expected`, too: its reference.hpp is compiled once, and that
/// program runs confined, as a compiler does. Throws KitError where that fails, or where it leaves open what many cells
/// must hold.
[[nodiscard]] CaseData drawn_and_expected(const Lab& lab, const Extents& extents,
                                          std::uint64_t seed);

} // namespace kit
