// constexpr variables of the host: clang gives device code a copy of them, nvcc does not.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

namespace kit::instrumentation {

/// Refuses uses of these variables in memory. Where the compiler has put a value in place of the variable there is
/// no such use.
void refuse_host_constants(Session& session, llvm::Module device, std::string_view names);

} // namespace kit::instrumentation
