// Which turn of a loop a thread is in, where lanes of a warp may skip accesses that others make.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Has the runtime told of each turn of a loop, and of its end, if a turn may make an access of the loop never or
/// several times: what lanes access in the same turn is one request. A loop with a barrier needs none, as every barrier
/// begins anew. For optimized code, once accesses are announced.
void announce_turns(const Session& session, llvm::Module module);

} // namespace kit::instrumentation
