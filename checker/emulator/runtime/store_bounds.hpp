// Where a submission may read and write: everything else ends the run before the access happens.
//
// The program holds the runtime's own data beside the submission's. A store that reached it could change what was
// counted or seen. So an access may only go to the submission's arrays, variables and constants. launch_config() may
// read anything: the program contains nothing that a submission must not know.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/wire.hpp"

#include <cstddef>
#include <cstdint>

namespace kit::runtime {

struct ThreadState;

/// Ends the run where the whole access is not inside [begin, begin + bytes), which holds its first
/// byte: what the store would reach is not the submission's.
void hold_within(const Access& access, std::uintptr_t begin, std::uint64_t bytes);

/// Records an access to an address that belongs to nothing.
void record_wild_access(const Access& access);

/// Records the access and ends the program.
[[noreturn]] void end_at_access(const Access& access);

/// Records in words what the submission did and ends the program. `code`: where the call returns to, if known.
[[noreturn]] void end_at_misuse(const char* what, const void* code = nullptr);

/// Ends the run where the current thread's local variables need more than all memory for them.
void check_locals_end(const ThreadState& state, const Access& access);

/// A store to a thread's stack: the current thread's own frames are the only ones allowed.
void check_stack_store(const ThreadState& state, const Access& access);

/// A store outside the launch, by launch_config().
void check_host_store(const Access& access);

/// From now on, launch_config() may write to the submission's variables of this request and to its own local
/// ones, which have these bounds.
void allow_host_stores(const runtime::Request& request, std::uintptr_t locals_begin,
                       std::uintptr_t locals_end);

/// Whether the bytes lie in memory that the submission allocated.
[[nodiscard]] bool is_allocated(std::uintptr_t address, std::uint64_t bytes);

/// Ends the program: a block is larger than the kernel's __launch_bounds__ allow.
[[noreturn]] void refuse_block(std::uint64_t threads, std::uint64_t most_threads);

/// Makes what the submission knows as constants unwritable: coefficients and extents.
void freeze_constants();

} // namespace kit::runtime
