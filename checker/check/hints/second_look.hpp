// What the launches that show a finding say of it when they are looked at again, thread by thread.
#pragma once

#include "checker/check/hints/recordings.hpp"
#include "checker/check/hints/sharper_hints.hpp"
#include "checker/model/finding.hpp"

namespace kit {

/// Whether a launch may say more of it than its hint does.
[[nodiscard]] bool deserves_second_look(const Finding& finding);

/// Changes its hint, if they say more. `knows_coordinate`: the text tells which coordinate leads outside of the grid.
/// Throws as Recordings::of().
void look_again(const HintSources& sources, Recordings& recordings, Finding& finding,
                bool knows_coordinate = false);

/// The same of one thing only: whether all threads take their cells by one wrong rule. Whether they do.
bool look_at_places(const HintSources& sources, Recordings& recordings, Finding& finding);

} // namespace kit
