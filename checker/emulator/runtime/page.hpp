// Pages of memory, which the system protects as a whole.
#pragma once

#include <cstddef>

namespace kit::runtime {

/// Bytes of the largest page that a system may have: Linux on arm64 is built for 4, 16 or 64 KiB.
#if defined(__aarch64__)
constexpr std::size_t largest_page = 64 * 1024;
#else
constexpr std::size_t largest_page = 4 * 1024;
#endif

} // namespace kit::runtime
