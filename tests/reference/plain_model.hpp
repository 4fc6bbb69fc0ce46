// The slow, obvious stencil that the fast one is held to: written apart from it, sharing no code.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/draw.hpp"

#include <vector>

namespace kit::tests {

struct PlainCell {
    bool kept = false;
    long double value = 0;     ///< of a kept cell: the input's
    long double magnitude = 0; ///< Σ|c·x|
};

/// Every cell, in memory order.
std::vector<PlainCell> plain_model(const Lab& lab, const CaseData& data);

} // namespace kit::tests
