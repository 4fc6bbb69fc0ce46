// Local numbers that are declared without a value: what they hold instead.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Gives local floats and doubles without a value a NaN that says where they are declared; run_mode.hpp has its bits.
/// Run it on device code as clang gives it, before it is optimized.
void mark_unset_locals(Session& session, llvm::Module module, llvm::Value function);

} // namespace kit::instrumentation
