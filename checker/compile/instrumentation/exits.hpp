// How threads may leave a kernel without one of its barriers: by a return of the source, or past it by a condition.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

#include <set>

namespace kit::instrumentation {

using Lines = std::set<unsigned long long>; ///< of barriers in kernel.cu

/// Before each return of the source, has the runtime told which barriers the thread could still have reached where the
/// condition of that return was asked. Returns the barriers that stand in every turn of a loop. For device code that
/// the optimizer has not seen: it makes one of a return and of what skips the rest of a kernel.
[[nodiscard]] Lines announce_exits(const Session& session, llvm::Module module);

/// Has the runtime told at the launch which barriers stand in every turn of a loop; of the linked module.
void announce_loops(const Session& session, llvm::Module module, const Lines& barriers);

} // namespace kit::instrumentation
