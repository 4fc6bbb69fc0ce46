// A hint as it is shown in a terminal.
#pragma once

#include "checker/hints/hint_levels.hpp"
#include "checker/report/style.hpp"

#include <string>

namespace kit {

/// Whole lines: "Lab 05-… · hint 2 of 3", what it is about where `with_subject`, the hint, and the
/// lines it speaks of.
[[nodiscard]] std::string hint_text(const Lab& lab, const Hint& hint, bool with_subject,
                                    const TextStyle& style);

/// "hint 2 of 3".
[[nodiscard]] std::string hint_number(const Hint& hint);

} // namespace kit
