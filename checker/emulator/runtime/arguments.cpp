#include "checker/emulator/runtime/arguments.hpp"

#include <algorithm>

namespace kit::runtime {

namespace {

/// The slab of the GPU of this number; all zero where there is none.
KitSlab slab_of(const DeviceMemory& memory, std::int64_t gpu) {
    KitSlab slab{};
    for (const Region& array : memory.arrays()) {
        if (array.gpu == gpu) {
            (array.use == Region::Use::input    ? slab.in
             : array.use == Region::Use::output ? slab.out
                                                : slab.flags) = array.begin;
            if (array.use == Region::Use::input) {
                slab.planes = static_cast<std::int32_t>(array.bytes / array.plane_bytes) - 2;
            }
        }
    }
    return slab;
}

} // namespace

Arguments::Arguments(const Request& request, const std::array<DeviceMemory, 2>& memory)
    : gpus_(std::max(1u, request.gpus)), calls_(gpus_ * std::size_t{std::max(1u, request.sweeps)}) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
        const auto gpu = static_cast<std::uint32_t>(i % gpus_);
        const auto sweep = static_cast<std::uint32_t>(i / gpus_);
        for (unsigned place = 0; place < request.argument_count; ++place) {
            const Argument& argument = request.arguments[place];
            Value& value = calls_[i].values.at(place);
            calls_[i].addresses.at(place) = &value;
            if (argument.array >= 0) {
                value.address = memory[0].arrays()[argument.array].begin;
            } else if (argument.array == Argument::is_slab) {
                value.slab = slab_of(memory.at(sweep % 2), std::int64_t{gpu} + argument.value);
            } else if (argument.array == Argument::is_sweep) {
                value.number = static_cast<std::int32_t>(sweep);
            } else {
                value.number = argument.value;
            }
            if (argument.array == Argument::is_coefficients) {
                calls_[i].addresses.at(place) = static_cast<void*>(kit_coefficients);
            }
        }
    }
}

} // namespace kit::runtime
