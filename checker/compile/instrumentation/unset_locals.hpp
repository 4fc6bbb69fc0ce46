// Local variables of a number that are declared without a value: what they hold instead.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// In device code as clang gives it, before it is optimized: has the local floats and doubles that the source gives no
/// value hold the place of their declaration, in the way that run_mode.hpp describes.
void mark_unset_locals(Session& session, llvm::Module module, llvm::Value function);

} // namespace kit::instrumentation
