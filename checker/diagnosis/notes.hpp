// What is worth a word about a kernel that is right: it costs no points.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// From what was counted on the case whose traffic is shown. Each note has the counted figure beside the one that it is
/// held against.
[[nodiscard]] std::vector<Note> notes_on(const Lab& lab, const TrafficResult& traffic);

} // namespace kit
