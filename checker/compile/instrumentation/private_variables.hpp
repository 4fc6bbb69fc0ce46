// Which local variables are a thread's alone, as a GPU's registers are.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

#include <optional>

namespace kit::instrumentation {

/// Whether nothing is done with the address of a local variable, an alloca, but to load and store within the
/// variable. Ask before announcements are among its uses.
[[nodiscard]] bool is_private(const Session& session, llvm::Value variable);

/// Of a getelementptr: bytes from the beginning of what it steps into, where all steps are constant and stay inside.
[[nodiscard]] std::optional<unsigned long long> constant_offset(const Session& session,
                                                                llvm::Value step);

} // namespace kit::instrumentation
