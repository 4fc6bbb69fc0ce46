// The shared memory of the block that a worker runs: thread-local variables of the program.
#pragma once

#include "checker/emulator/runtime/device_memory.hpp"

#include <cstdint>
#include <vector>

namespace kit::runtime {

/// The calling OS thread's copies of the submission's shared arrays. The build left room between
/// them, so that an access past an array's end reaches no other array.
class SharedMemory {
public:
    /// Call on the OS thread that runs the blocks.
    SharedMemory(const wire::Request& request, std::uint64_t dynamic_bytes);

    /// From the first array's room to the end of the last one's; 0 bytes where there are none.
    [[nodiscard]] std::uintptr_t begin() const { return begin_; }

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

    [[nodiscard]] const std::vector<Region>& arrays() const { return arrays_; }

    /// The array that an address lies in or, in the room between arrays, the last one before it.
    [[nodiscard]] const Region& nearest_array(std::uintptr_t address) const;

private:
    std::uintptr_t begin_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<Region> arrays_; ///< by address
};

/// Bytes of the shared arrays that the request lists, dynamic ones aside.
[[nodiscard]] std::uint64_t static_shared_bytes(const wire::Request& request);

} // namespace kit::runtime
