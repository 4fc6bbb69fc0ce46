// What the rest of the runtime may tell the access watchers.
#pragma once

#include <cstdint>

namespace kit::runtime {

/// An atomic operation is about to happen.
void on_atomic(void* address, std::uint32_t bytes, const void* code);

} // namespace kit::runtime
