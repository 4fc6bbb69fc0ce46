// A built submission: the program that the emulator starts, and its variables.
#pragma once

#include "checker/model/finding.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A variable of the submission that device code can reach.
struct DeviceVariable {
    enum class Space { shared, device, constant };

    std::string name; ///< as in the source: "tile", not mangled
    /// Arguments of the template that the variable's function comes from: "float, 2". Each instance has
    /// its own variable.
    std::string template_arguments = {};
    Space space = Space::shared;
    /// shared: bytes from the runtime's anchor (signed), else the address in the program's file.
    std::int64_t position = 0;
    std::uint64_t bytes = 0;
    std::vector<std::int64_t> extents = {}; ///< of a shared array, as declared; empty: unknown
};

/// nvcc's report on the kernel.
struct KernelResources {
    int registers = 0;         ///< per thread
    int shared_bytes = 0;      ///< static, per block
    int spill_store_bytes = 0; ///< per thread
    int spill_load_bytes = 0;  ///< per thread
    std::string architecture;  ///< "sm_90"
    std::string entry = {};    ///< the kernel's name in the machine code
};

struct Artifact {
    std::filesystem::path program; ///< the emulated submission, ready to run
    std::vector<DeviceVariable> variables;
    bool from_cache = false;
    std::optional<KernelResources> resources; ///< absent without nvcc
};

/// An artifact, or the findings that say why there is none. Warnings may come with an artifact.
struct BuildOutcome {
    std::optional<Artifact> artifact;
    std::vector<Finding> findings;
};

} // namespace kit
