// Which turn of a loop a thread is in, where lanes of a warp may skip accesses that others make.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Adds a call to the runtime at each turn of a loop and at its end, if a turn may skip or repeat an access: what the
/// lanes of a warp access in the same turn is one request. Loops with a barrier need none, since every barrier starts
/// the count anew. Run it on optimized code, after accesses are announced.
void announce_turns(const Session& session, llvm::Module module);

} // namespace kit::instrumentation
