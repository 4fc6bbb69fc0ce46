// Where a submission's calls may go: through a pointer to its own functions of that type, and into a kernel with
// blocks as large as its __launch_bounds__ allow.
#include "checker/emulator/runtime/store_bounds.hpp"
#include "checker/emulator/runtime/thread_state.hpp"

/// Called first in a kernel that has __launch_bounds__.
extern "C" void kit_launch_bounds(unsigned long most_threads) {
    const auto& [x, y, z] = kit_block_extents.index;
    const std::uint64_t threads = std::uint64_t{x} * y * z;
    if (threads > most_threads) {
        kit::runtime::refuse_block(threads, most_threads);
    }
}

/// Called before a call through a pointer: `targets` are the functions of the call's type.
extern "C" void kit_check_call(const void* target, const void* const* targets,
                               unsigned long count) {
    for (unsigned long i = 0; i < count; ++i) {
        if (targets[i] == target) {
            return;
        }
    }
    kit::runtime::end_at_misuse("called a function at an address where it has none");
}
