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

    /// A copy made where it is asked for, member by member: what the paths that every access takes
    /// hand to a function that is not inlined. The original can then stay in registers; in memory,
    /// reading it right after writing it cost more than all that is done with it.
    [[nodiscard, gnu::always_inline]] Access apart() const {
        return {address, bytes, store, atomic, code, region};
    }
};

/// Announces an atomic operation to the checks; called before it happens.
void on_atomic(void* address, std::uint32_t bytes, const void* code);

/// Announces that a function of the C library stores a result; called before it happens.
void on_result(void* address, std::uint32_t bytes, const void* code);

} // namespace kit::runtime
