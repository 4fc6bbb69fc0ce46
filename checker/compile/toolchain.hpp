// Which compilers the machine has and how they are called.
#pragma once

#include "checker/sandbox/confinement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

enum class CompilerFamily { gcc, clang };

struct HostCompiler {
    CompilerFamily family = CompilerFamily::gcc;
    std::filesystem::path path;
    std::string identity; ///< changes whenever the compiler does: path, size, time
    std::filesystem::path llvm_library = {}; ///< libLLVM as this clang++ uses it; empty for g++
};

/// The C++ compiler for submissions: the one that the environment's KIT_CXX names, else g++, else
/// clang++. Throws KitError if neither is installed.
HostCompiler find_host_compiler();

/// The C++ compiler of this path. Throws KitError for a clang++ whose libLLVM is not found.
HostCompiler compiler_at(const std::filesystem::path& path);

/// nvcc on the PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin.
std::optional<std::filesystem::path> find_nvcc();

/// A program on the PATH, or as given when it names a folder.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// What this compiler sees when it compiles an untrusted file: besides the system, its
/// own installation, where that is a folder apart.
[[nodiscard]] Confinement confinement_of_compiler(const std::filesystem::path& compiler);

/// Path, size and time of a file as one line: cheap, and different after every upgrade.
std::string file_identity(const std::filesystem::path& path);

/// Flags that compile a translation unit for the emulator. g++: C++20, every memory access instrumented and
/// kept, each variable in a section of its own, a fixed address. clang++: CUDA, to LLVM's intermediate form
/// before any optimization.
std::vector<std::string> emulator_flags(CompilerFamily family);

/// Whether these flags route every call through a pointer to the runtime, which checks its target.
bool checks_indirect_calls(CompilerFamily family);

} // namespace kit
