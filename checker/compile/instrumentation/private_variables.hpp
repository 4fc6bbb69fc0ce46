// Which accesses need not be looked at while the kernel runs: the compiler knows where they lead.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

#include <optional>

namespace kit::instrumentation {

/// Whether nothing is done with the address of a local variable, an alloca, but to load and store within the
/// variable. Ask before announcements are among its uses.
[[nodiscard]] bool is_private(const Session& session, llvm::Value variable);

/// Whether `bytes` from an address on lie in the module's variable that the address is formed of, by constant steps.
[[nodiscard]] bool is_inside_variable(const Session& session, llvm::Value address,
                                      unsigned long long bytes);

/// Bytes from the beginning of what a getelementptr steps into, where all steps are constant and stay inside.
[[nodiscard]] std::optional<unsigned long long> constant_offset(const Session& session,
                                                                llvm::Value step);

} // namespace kit::instrumentation
