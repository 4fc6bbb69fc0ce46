// One memory access of a kernel, as the checks see it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::runtime {

struct Region;

struct Access {
    std::uintptr_t address;
    std::uint32_t bytes;
    bool store;
    bool atomic;                    ///< a read-modify-write; `store` is set
    const void* code;               ///< where the access's call returns to
    const Region* region = nullptr; ///< the array or variable that holds all of it
};

} // namespace kit::runtime
