// What the emulator's headers annotate: __launch_bounds__ and __constant__.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Has each thread of a kernel with a bound tell the emulator of it first: CUDA refuses a launch whose blocks have
/// more threads. Puts variables in constant memory into a section of their own, which tells them from those in the
/// GPU's memory. Removes the annotations.
void obey_annotations(Session& session, llvm::Module module);

} // namespace kit::instrumentation
