// What is done to a submission's code before LLVM optimizes it.
#pragma once

#include "checker/compile/instrumentation/module.hpp"

#include <string_view>

namespace kit::instrumentation {

/// Evaluates launch_config(): runs before any kernel.
inline constexpr std::string_view config_entry = "kit_submission_launch_config";

/// Refuses what the emulator cannot see through; makes shared variables those of a worker, copies of
/// structures accesses as a GPU makes them.
void prepare_device(Session& session, llvm::Module module);

/// Leaves of the host's code only what launch_config() needs, under names that no other code has.
void prepare_host(Session& session, llvm::Module module);

/// Makes all functions part of the kernels that call them, and gives each instruction the line of kernel.cu
/// that it comes from and no more: where the optimizer merges two instructions of one line, the line stays.
void inline_functions(const Session& session, llvm::Module module);

/// After the optimizer: ends what kept the lines of loads apart; calls of the runtime return to where they are, by
/// which it knows their lines.
void keep_places(llvm::Module module);

/// Removes the shared variables that only kernels use which are not there.
void remove_unused_shared(llvm::Module module);

/// Last, when nothing is optimized any more: variables become the object's own, and functions that the emulator
/// answers itself get the emulator's names.
void settle_names(llvm::Module module);

/// The entries that the kit wrote: they call the kernel and launch_config() and are none of the submission's.
[[nodiscard]] bool is_glue(llvm::Value function);

} // namespace kit::instrumentation
