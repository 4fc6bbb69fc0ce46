// What lab.toml says of a lab, by the names that markers use.
#pragma once

#include "checker/model/lab.hpp"
#include "handouts/builder/expression.hpp"

#include <vector>

namespace handouts {

/// "lab(5 points)" and the like; "lab(points)" and "lab(count)" are of all labs. Facts: points,
/// title, id, source, summary, cases, axes, stencil-points, steps, seconds. Throws Unanswerable on
/// any other and on a lab that there is not.
[[nodiscard]] Value lab_fact(const std::vector<kit::Lab>& labs, const Call& call);

} // namespace handouts
