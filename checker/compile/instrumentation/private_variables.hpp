// Which local variables are a thread's alone, as a GPU's registers are.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Whether nothing is done with the address of a local variable, an alloca, but to load and store within the
/// variable. Ask before announcements are among its uses.
[[nodiscard]] bool is_private(const Session& session, llvm::Value variable);

} // namespace kit::instrumentation
