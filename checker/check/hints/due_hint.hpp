// What an element that a thread lacks adds to a finding's hint.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/element_due.hpp"

#include <string>

namespace kit {

/// Whether the element that a thread lacks should have been loaded, and none of its block did.
[[nodiscard]] bool lacks_load(const Finding& finding, const ElementDue& due);

/// Whether nothing else need be looked for: a thread computes that must not, or a march has no first planes.
[[nodiscard]] bool settles(const Finding& finding, const ElementDue& due);

/// The finding's hint with what a thread reads instead of its elements; as it was where that tells nothing.
[[nodiscard]] std::string hint_with(const Finding& finding, const ElementDue& due);

} // namespace kit
