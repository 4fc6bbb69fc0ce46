// Knows where the kernel's arrays and variables are, and which of them an address belongs to.
#pragma once

#include "checker/emulator/wire.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

extern "C" {
extern unsigned char kit_coefficients[];
}

namespace kit::runtime {

/// A stretch of memory that the submission knows by a name.
struct Region {
    enum class Use : std::uint8_t { input, output, variable };

    std::uintptr_t begin = 0;
    std::uint64_t bytes = 0;
    std::int32_t number = -1; ///< which array or variable of the request
    bool is_array = false;
    Use use = Use::variable; ///< what the lab gave it for
    std::uint32_t gpu = 0;   ///< whose memory it is
    /// Bytes of a slab's plane, else 0. A slab's first and last plane are the ghost planes.
    std::uint64_t plane_bytes = 0;

    [[nodiscard]] bool holds(std::uintptr_t address, std::uint64_t size) const {
        return bytes >= size && address - begin <= bytes - size;
    }

    /// Whether a part of it lies within so many planes from a slab's ends: of one plane, in a ghost plane.
    [[nodiscard]] bool is_near_end(std::uintptr_t address, std::uint64_t size,
                                   std::uint64_t planes) const {
        const std::uint64_t margin = planes * plane_bytes;
        return plane_bytes != 0 &&
               (address - begin < margin || address - begin + size > bytes - margin);
    }

    /// Without so many planes at a slab's ends.
    [[nodiscard]] Region middle(std::uint64_t planes) const {
        Region part = *this;
        part.begin += planes * plane_bytes;
        part.bytes -= std::min(part.bytes, 2 * planes * plane_bytes);
        return part;
    }
};

/// A stretch of memory that holds the kernel's arrays with margins around them.
class ArrayMemory {
public:
    /// From before the first margin to the end of the last; 0 bytes without arrays.
    [[nodiscard]] std::uintptr_t begin() const { return begin_; }

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

    [[nodiscard]] const std::vector<Region>& arrays() const { return arrays_; }

protected:
    std::uintptr_t begin_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<Region> arrays_; ///< by address
};

/// The device's global memory: the arrays that the kernel is launched with, mapped from the
/// mailbox, with readable margins before, between and after them. An access there is reported
/// and goes on, as it may on a GPU, so that one run shows all such places.
class DeviceMemory : public ArrayMemory {
public:
    /// Maps the arrays of the request, which was validated. Ends the process where it can't.
    explicit DeviceMemory(const runtime::Request& request);

    /// The array that holds the address, else the nearest one.
    [[nodiscard]] const Region& nearest_array(std::uintptr_t address) const;

    /// The same memory in the next sweep: what was written is read, and the other way round.
    [[nodiscard]] DeviceMemory in_next_sweep() const;
};

/// The submission's own variables outside shared memory, which have one address for all workers.
struct ProgramVariables {
    std::vector<Region> device;   ///< __device__
    std::vector<Region> constant; ///< __constant__, and constants without a name
    Region coefficients;          ///< the lab's

    explicit ProgramVariables(const runtime::Request& request);
};

/// The calling OS thread's copies of the submission's shared arrays. The build left gaps between
/// them, so that an access past an array's end reaches no other array.
class SharedMemory : public ArrayMemory {
public:
    /// Call on the OS thread that runs the blocks.
    SharedMemory(const runtime::Request& request, std::uint64_t dynamic_bytes);

    /// Call before each block. CUDA says nothing of what the arrays hold then; here it is the same for
    /// every block (`garbage`: runtime::Garbage), so that a kernel that reads it gives the same output in each run, and
    /// a wrong one.
    void fill_with_garbage(std::uint32_t garbage);

    /// The array that holds the address or, in a gap between arrays, the last one before it.
    [[nodiscard]] const Region& nearest_array(std::uintptr_t address) const;

private:
    std::vector<std::uint32_t> garbage_; ///< for all bytes, made when first needed
};

/// Bytes of the shared arrays that the request lists, dynamic ones aside.
[[nodiscard]] std::uint64_t static_shared_bytes(const runtime::Request& request);

} // namespace kit::runtime
