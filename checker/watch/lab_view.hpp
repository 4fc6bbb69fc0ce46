// The main view of ./lab watch: which lab, the verdict, the first finding or the congratulation, the
// hint.
#pragma once

#include "checker/report/style.hpp"
#include "checker/watch/state.hpp"

#include <string>
#include <vector>

namespace kit::watch {

/// At most `rows` lines. Where there is little room the finding is cut before the hint that was
/// asked for.
[[nodiscard]] std::vector<std::string> lab_view(const State& state, const TextStyle& style,
                                                int rows);

} // namespace kit::watch
