// One memory access of a kernel, as the checks see it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::runtime {

struct Region;

/// Among which threads an atomic is one, or a fence orders.
enum class Scope : std::uint8_t { block, gpu, system };

struct Access {
    std::uintptr_t address;
    std::uint32_t bytes;
    bool store;
    bool atomic;                    ///< a read-modify-write; `store` is set
    const void* code;               ///< where the access's call returns to
    const Region* region = nullptr; ///< the array or variable that holds all of it
    Scope scope = Scope::gpu;       ///< of an atomic
    bool is_volatile = false;       ///< announced for programs that use fences only
    bool of_copy = false; ///< an asynchronous copy's store, which the hardware does not count

    /// A copy made where it is asked for, member by member: what the paths that every access takes
    /// hand to a function that is not inlined. The original can then stay in registers; in memory,
    /// reading it right after writing it cost more than all that is done with it.
    [[nodiscard, gnu::always_inline]] Access apart() const {
        return {address, bytes, store, atomic, code, region, scope, is_volatile, of_copy};
    }
};

/// An atomicCAS() that is announced. If the word does not hold what is expected, the operation is done when the check
/// looks: it changes nothing, so that it hands nothing over.
struct Comparison {
    std::uintptr_t address;
    std::uint32_t bytes; ///< 4 or 8
    std::uint64_t expected;
    bool failed = false;
    std::uint64_t found = 0; ///< what the word held, if it failed

    /// Looks at the word, which must be one of the kernel's.
    void look();
};

/// Announces an atomic operation to the checks; called before it happens.
void on_atomic(void* address, std::uint32_t bytes, Scope scope, const void* code);

/// Announces that an asynchronous copy stores to shared memory; called before it happens.
void on_copy_store(std::uintptr_t address, std::uint32_t bytes, const void* code);

/// Announces a load or store that the runtime makes for the submission; called before it happens.
void on_plain(std::uintptr_t address, std::uint32_t bytes, bool store, const void* code);

} // namespace kit::runtime
