// Where a submission's calls through a pointer may go: to its own functions of that type.
#include "checker/emulator/runtime/store_bounds.hpp"

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
