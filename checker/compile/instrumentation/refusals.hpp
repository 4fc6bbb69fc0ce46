// What the emulator cannot see through, and what would let a submission reach the emulator itself: refused in
// the code as clang made it, before it is changed.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Second names, sections, assembly outside functions, variables computed at the start, and names that are
/// the kit's but for the entry that the kit wrote; removes the attributes that change what a processor is asked for.
void refuse_names(Session& session, llvm::Module module, std::string_view entry);

/// Refuses in one function: calls of the kit's functions, stores to its variables, atomics of the compiler's and
/// memory of another address space.
void refuse_instructions(Session& session, llvm::Value function);

/// In a function of device code: calls of the C library that CUDA has for the host only.
void refuse_host_functions(Session& session, llvm::Value function);

} // namespace kit::instrumentation
