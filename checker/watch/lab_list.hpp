// The list of labs in ./lab watch: which of them a filter leaves, and which one is chosen.
#pragma once

#include "checker/watch/state.hpp"

#include <cstddef>
#include <vector>

namespace kit {

/// Indices of the labs whose id, title, source or summary has every word of the filter, in any case.
[[nodiscard]] std::vector<std::size_t> listed_labs(const State& state);

/// Moves `state.selected` among the listed labs: Key::up, down, home and end. If it is none of them, it
/// moves to the first; if none is listed, it stays.
void choose(State& state, Key key);

} // namespace kit
