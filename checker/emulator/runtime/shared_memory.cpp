#include "checker/emulator/runtime/shared_memory.hpp"

#include "checker/model/artifact.hpp"

#include <algorithm>

extern "C" {
extern constinit thread_local unsigned char kit_shared_anchor[];
}

namespace kit::runtime {

namespace {

/// Bytes beyond an array that the build kept free; see build/object_file.hpp.
constexpr std::uint64_t room = 256;

bool is_shared(const wire::Variable& variable) {
    return variable.of_another == 0 &&
           variable.space == static_cast<std::uint32_t>(DeviceVariable::Space::shared);
}

/// An extern array's size is the launch's affair: the build lists it with 0 bytes.
bool is_dynamic(const wire::Variable& variable) {
    return variable.bytes == 0;
}

} // namespace

SharedMemory::SharedMemory(const wire::Request& request, std::uint64_t dynamic_bytes) {
    for (unsigned i = 0; i < request.variable_count; ++i) {
        const wire::Variable& variable = request.variables[i];
        if (is_shared(variable)) {
            const auto begin = reinterpret_cast<std::uintptr_t>(kit_shared_anchor) +
                               static_cast<std::uintptr_t>(variable.position);
            arrays_.push_back({begin, is_dynamic(variable) ? dynamic_bytes : variable.bytes,
                               static_cast<std::int32_t>(i), false});
        }
    }
    std::sort(arrays_.begin(), arrays_.end(),
              [](const Region& a, const Region& b) { return a.begin < b.begin; });
    if (!arrays_.empty()) {
        begin_ = arrays_.front().begin - room;
        bytes_ = arrays_.back().begin + arrays_.back().bytes + room - begin_;
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

std::uint64_t static_shared_bytes(const wire::Request& request) {
    std::uint64_t bytes = 0;
    for (unsigned i = 0; i < request.variable_count; ++i) {
        if (is_shared(request.variables[i])) {
            bytes += request.variables[i].bytes;
        }
    }
    return bytes;
}

} // namespace kit::runtime
