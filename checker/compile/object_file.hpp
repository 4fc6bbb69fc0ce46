// What the kit does to a submission's object file before it is linked, and reads from the program.
#pragma once

#include "checker/model/artifact.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Bytes kept free behind every shared array.
constexpr std::uint64_t room_behind_shared_arrays = 256;

struct ObjectFacts {
    /// Names of extern __shared__ arrays, whose memory the launch gives.
    std::vector<std::string> dynamic_shared;
    /// Symbols of all variables that the object defines: shared, device and constant ones.
    std::vector<std::string> variables;
    /// Shared arrays with an initializer, which CUDA does not allow.
    std::vector<std::string> initialized_shared;
};

/// Grows the section of every shared array by the room behind it and reports what the object
/// defines. The array's own size, which its symbol says, stays. Throws KitError when the file is no
/// object file.
ObjectFacts prepare_object(const std::filesystem::path& object);

/// The submission's variables in the linked program, with their positions. Throws KitError.
std::vector<DeviceVariable> read_variables(const std::filesystem::path& program,
                                           const ObjectFacts& facts);

/// "stencil_kernel(...)::tile" and its mangled form become "tile".
std::string variable_name(const std::string& symbol);

} // namespace kit
