// What the generated end of a submission's translation unit gives to the runtime.
#pragma once

#include <cstddef>
#include <cstdint>

/// LaunchConfig of lab.cuh, in plain types.
struct KitLaunch {
    std::uint32_t grid[3];
    std::uint32_t block[3];
    std::uint64_t dynamic_shared_bytes;
    std::uint64_t programmatic; ///< 0 or 1, as the next
    std::uint64_t by_flags;
};

extern "C" {
/// Runs the body of the kernel's variant of this number, 0 where it has none, as the current thread;
/// `arguments` are the addresses of its values.
void kit_submission_kernel(std::uint32_t variant, void* const* arguments);
/// Evaluates the student's launch_config on the lab's extents.
void kit_submission_launch_config(std::uint32_t variant, const std::int32_t* extents,
                                  KitLaunch* launch);
}
