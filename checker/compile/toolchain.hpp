// Which compilers the machine has and how they are called.
#pragma once

#include "checker/sandbox/confinement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A clang++, which compiles kernels.
struct HostCompiler {
    std::filesystem::path path;
    std::string identity;               ///< changes whenever the compiler does
    std::filesystem::path llvm_library; ///< libLLVM as this clang++ uses it
};

/// The clang++ that the environment's KIT_CXX names, else the system's. Throws KitError if there is none.
HostCompiler find_host_compiler();

/// The clang++ of this path. Throws KitError if its libLLVM is not found.
HostCompiler compiler_at(const std::filesystem::path& path);

/// nvcc on the PATH, where a cluster's module says ($CUDA_HOME, ...), in /usr/local/cuda, /opt/cuda or the newest
/// /usr/local/cuda-*, or where pip installed it for this user or environment.
std::optional<std::filesystem::path> find_nvcc();

/// A program on the PATH, or as given when it names a folder.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// What this compiler sees when it compiles an untrusted file: besides the system, its
/// own installation, where that is a folder apart.
[[nodiscard]] Confinement confinement_of_compiler(const std::filesystem::path& compiler);

/// Flags that compile one of CUDA's sides of a submission to LLVM's intermediate form, before any
/// optimization.
std::vector<std::string> emulator_flags();

} // namespace kit
