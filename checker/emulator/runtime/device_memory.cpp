#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/program_places.hpp"

#include "checker/emulator/run_mode.hpp"

#include "checker/model/artifact.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
extern constinit thread_local unsigned char kit_shared_anchor[];
}

namespace kit::runtime {

namespace {

/// Between arrays: wide enough for an index that is off by some planes. Untouched
/// pages of it cost nothing.
constexpr std::uint64_t margin = std::uint64_t{64} << 20;

constexpr std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

[[noreturn]] void out_of_address_space() {
    std::fputs("the emulator found no address space for the device's arrays\n", stderr);
    std::_Exit(3);
}

/// Bytes that the build kept free beyond a shared array; see compile/object_file.hpp.
constexpr std::uint64_t shared_gap = 256;

/// The alignment of shared memory's first byte, so that the shadow's words are the program's.
constexpr std::uint64_t word_alignment = 16;

bool is_shared(const runtime::Variable& variable) {
    return variable.of_another == 0 &&
           variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::shared);
}

/// The launch gives an extern array its size: the build lists it with 0 bytes.
bool is_dynamic(const runtime::Variable& variable) {
    return variable.bytes == 0;
}

} // namespace

DeviceMemory::DeviceMemory(const runtime::Request& request) {
    bytes_ = margin;
    for (unsigned i = 0; i < request.array_count; ++i) {
        bytes_ += rounded_up(request.arrays[i].bytes, runtime::array_alignment) + margin;
    }
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        out_of_address_space();
    }
    begin_ = reinterpret_cast<std::uintptr_t>(memory);
    std::uintptr_t next = begin_ + margin;
    for (unsigned i = 0; i < request.array_count; ++i) {
        const runtime::Array& array = request.arrays[i];
        void* mapped =
            mmap(reinterpret_cast<void*>(next), rounded_up(array.bytes, runtime::array_alignment),
                 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                 runtime::file_descriptor, static_cast<off_t>(array.offset));
        if (mapped == MAP_FAILED) {
            out_of_address_space();
        }
        arrays_.push_back({next, array.bytes, static_cast<std::int32_t>(i), true,
                           array.use == use_flags    ? Region::Use::variable
                           : array.use == use_output ? Region::Use::output
                                                     : Region::Use::input,
                           array.gpu, array.use == use_flags ? 0 : request.plane_bytes});
        next += rounded_up(array.bytes, runtime::array_alignment) + margin;
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

DeviceMemory DeviceMemory::in_next_sweep() const {
    DeviceMemory next = *this;
    for (Region& array : next.arrays_) {
        if (array.use != Region::Use::variable) {
            array.use = array.use == Region::Use::input ? Region::Use::output : Region::Use::input;
        }
    }
    return next;
}

ProgramVariables::ProgramVariables(const runtime::Request& request)
    : coefficients{reinterpret_cast<std::uintptr_t>(kit_coefficients), request.coefficient_bytes} {
    for (unsigned i = 0; i < request.variable_count; ++i) {
        const runtime::Variable& variable = request.variables[i];
        const Region region{address_of_place(static_cast<std::uint64_t>(variable.position)),
                            variable.bytes, static_cast<std::int32_t>(i), false};
        if (variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::device)) {
            device.push_back(region);
        } else if (variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::constant)) {
            constant.push_back(region);
        }
    }
}

SharedMemory::SharedMemory(const runtime::Request& request, std::uint64_t dynamic_bytes) {
    for (unsigned i = 0; i < request.variable_count; ++i) {
        const runtime::Variable& variable = request.variables[i];
        if (is_shared(variable)) {
            const auto begin = reinterpret_cast<std::uintptr_t>(kit_shared_anchor) +
                               static_cast<std::uintptr_t>(variable.position);
            arrays_.push_back({begin, is_dynamic(variable) ? dynamic_bytes : variable.bytes,
                               static_cast<std::int32_t>(i), false});
        }
    }
    std::ranges::sort(arrays_, {}, &Region::begin);
    if (!arrays_.empty()) {
        begin_ = rounded_up(arrays_.front().begin - shared_gap, word_alignment);
        bytes_ = arrays_.back().begin + arrays_.back().bytes + shared_gap - begin_;
    }
}

void SharedMemory::fill_with_garbage(std::uint32_t garbage) {
    if (garbage_.empty()) {
        for (std::uint64_t i = 0; i < bytes_; i += sizeof(std::uint32_t)) {
            garbage_.push_back(runtime::garbage_word(static_cast<std::uint32_t>(i), garbage));
        }
    }
    const auto* const bytes = reinterpret_cast<const std::byte*>(garbage_.data());
    for (const Region& array : arrays_) {
        std::memcpy(reinterpret_cast<void*>(array.begin), bytes + (array.begin - begin_),
                    array.bytes);
    }
}

const Region& SharedMemory::nearest_array(std::uintptr_t address) const {
    const Region* nearest = &arrays_.front();
    for (const Region& array : arrays_) {
        if (array.begin <= address) {
            nearest = &array;
        }
    }
    return *nearest;
}

std::uint64_t static_shared_bytes(const runtime::Request& request) {
    std::uint64_t bytes = 0;
    for (unsigned i = 0; i < request.variable_count; ++i) {
        if (is_shared(request.variables[i])) {
            bytes += request.variables[i].bytes;
        }
    }
    return bytes;
}

} // namespace kit::runtime
