// __launch_bounds__: CUDA refuses a launch whose blocks have more threads than the kernel allows.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Has each thread of a kernel with a bound tell the emulator of it first, and removes the annotations that
/// hold the bounds.
void announce_launch_bounds(Session& session, llvm::Module module);

} // namespace kit::instrumentation
