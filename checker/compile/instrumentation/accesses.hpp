// Announces every access of a submission's optimized code to the emulator, before it happens.
//
// After LLVM's passes each load, store and copy that is left is an instruction of its own, and code
// generation adds none but those of registers and constants. So the rule is by kind of instruction: what is
// listed here is announced, known to touch no memory, or refused.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Puts a call of the runtime before each access, and before each call through a pointer, of all functions
/// but the kit's own; gives the variables that have an address memory apart from the stack. `several_gpus`: the kernel
/// is for more than one.
void announce_accesses(Session& session, llvm::Module module, bool several_gpus);

} // namespace kit::instrumentation
