// Which small change makes a wrong kernel right: found by trying hundreds of them, and proved by the changed kernel.
#pragma once

#include "checker/check/trials/trial.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/right_change.hpp"

#include <optional>

namespace kit {

/// `submission` builds, and has an error on one of the grids of `on`, on which all changes are tried. On all those of
/// `proved_on` the changed kernel is right. Nothing where no change makes it so, and where this machine fails. The
/// kernels run in the emulator.
[[nodiscard]] std::optional<RightChange> find_right_change(const TrialGrids& on,
                                                           const TrialGrids& proved_on,
                                                           const SubmissionFile& submission);

} // namespace kit
