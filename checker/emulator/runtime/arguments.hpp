// What the kernel is called with.
#pragma once

#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/wire.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kit::runtime {

/// Slab of lab.cuh, in plain types.
struct KitSlab {
    std::uintptr_t in;
    std::uintptr_t out;
    std::uintptr_t flags;
    std::int32_t planes;
};

/// The values for each GPU and sweep, and their addresses.
class Arguments {
public:
    /// `memory`: in even sweeps and in odd ones.
    Arguments(const Request& request, const std::array<DeviceMemory, 2>& memory);

    [[nodiscard]] void* const* of(std::uint32_t gpu, std::uint32_t sweep) const {
        return calls_[sweep * gpus_ + gpu].addresses.data();
    }

private:
    union Value {
        std::uintptr_t address;
        std::int32_t number;
        KitSlab slab;
    };

    struct Call {
        std::array<Value, max_arguments> values{};
        std::array<void*, max_arguments> addresses{};
    };

    std::uint32_t gpus_;
    std::vector<Call> calls_;
};

} // namespace kit::runtime
