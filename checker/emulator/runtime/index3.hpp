// Three coordinates or extents, x first, as CUDA's uint3 and dim3 have them.
#pragma once

#include "checker/emulator/runtime/page.hpp"

#include <cstdint>

namespace kit::runtime {

struct Index3 {
    std::uint32_t x, y, z;
};

/// One that nothing else shares a page of memory with.
struct alignas(largest_page) PageOfIndex3 {
    Index3 index;
};

/// The position of number `number`, x fastest, in a box of these extents.
[[nodiscard]] constexpr Index3 position_in(Index3 extents, std::uint64_t number) {
    const auto plane = std::uint64_t{extents.x} * extents.y;
    return {static_cast<std::uint32_t>(number % extents.x),
            static_cast<std::uint32_t>(number / extents.x % extents.y),
            static_cast<std::uint32_t>(number / plane)};
}

} // namespace kit::runtime
