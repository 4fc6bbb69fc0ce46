#include "checker/emulator/runtime/device_memory.hpp"

#include "checker/model/artifact.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace kit::runtime {

namespace {

/// No man's land between arrays: wide enough for an index that is off by some planes. Untouched
/// pages of it cost nothing.
constexpr std::uint64_t margin = std::uint64_t{64} << 20;

std::uint64_t rounded_up(std::uint64_t bytes) {
    return (bytes + wire::array_alignment - 1) / wire::array_alignment * wire::array_alignment;
}

[[noreturn]] void out_of_address_space() {
    std::fputs("the emulator found no address space for the device's arrays\n", stderr);
    std::_Exit(3);
}

} // namespace

DeviceMemory::DeviceMemory(const wire::Request& request) {
    bytes_ = margin;
    for (unsigned i = 0; i < request.array_count; ++i) {
        bytes_ += rounded_up(request.arrays[i].bytes) + margin;
    }
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        out_of_address_space();
    }
    begin_ = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t next = begin_ + margin;
    for (unsigned i = 0; i < request.array_count; ++i) {
        const wire::Array& array = request.arrays[i];
        void* mapped = mmap(reinterpret_cast<void*>(next), rounded_up(array.bytes),
                            PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                            wire::file_descriptor, static_cast<off_t>(array.offset));
        if (mapped == MAP_FAILED) {
            out_of_address_space();
        }
        arrays_.push_back({next, array.bytes, static_cast<std::int32_t>(i), true,
                           array.is_output != 0 ? Region::Use::output : Region::Use::input});
        next += rounded_up(array.bytes) + margin;
    }
}

const Region& DeviceMemory::nearest_array(std::uintptr_t address) const {
    const Region* nearest = &arrays_.front();
    for (const Region& array : arrays_) {
        if (address + margin / 2 >= array.begin) {
            nearest = &array;
        }
    }
    return *nearest;
}

ProgramVariables::ProgramVariables(const wire::Request& request) {
    for (unsigned i = 0; i < request.variable_count; ++i) {
        const wire::Variable& variable = request.variables[i];
        const Region region{static_cast<std::uintptr_t>(variable.position), variable.bytes,
                            static_cast<std::int32_t>(i), false};
        if (variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::device)) {
            device.push_back(region);
        } else if (variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::constant)) {
            constant.push_back(region);
        }
    }
}

} // namespace kit::runtime
