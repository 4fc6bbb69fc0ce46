#include "checker/compile/toolchain.hpp"

#include "checker/compile/object_file.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>
#include <iterator>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

std::string from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

CompilerFamily family_of(const fs::path& path) {
    const std::string name = fs::weakly_canonical(path).filename().string();
    return name.find("clang") != std::string::npos ? CompilerFamily::clang : CompilerFamily::gcc;
}

/// The libLLVM that a program is linked with: beside it, or where the system keeps libraries.
fs::path llvm_library_of(const fs::path& program) {
    const fs::path real = fs::canonical(program);
    const ElfFile file(real, false);
    std::string library;
    each_needed_library(file.get(), [&](std::string_view name) {
        if (name.starts_with("libLLVM")) {
            library = name;
        }
    });
    const fs::path folder = real.parent_path().parent_path() / "lib";
    for (const fs::path& path :
         {folder / library, fs::path("/usr/lib/x86_64-linux-gnu") / library,
          fs::path("/usr/lib64") / library, fs::path("/usr/lib") / library}) {
        if (!library.empty() && fs::exists(path)) {
            return path;
        }
    }
    throw KitError(
        fmt::format("{} is not linked with a shared libLLVM, which the kit needs: use the "
                    "clang++ of the distribution, or g++ (unset KIT_CXX)",
                    program.string()));
}

} // namespace

std::optional<fs::path> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return is_program(name) ? std::optional(fs::path(name)) : std::nullopt;
    }
    std::string search = from_environment("PATH");
    for (std::string_view rest = search; !rest.empty();) {
        const auto end = rest.find(':');
        const fs::path candidate = fs::path(rest.substr(0, end)) / name;
        if (is_program(candidate)) {
            return candidate;
        }
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    }
    return std::nullopt;
}

Confinement confinement_of_compiler(const fs::path& compiler) {
    Confinement confinement{.role = Confinement::Role::compiler};
    std::error_code error;
    for (const fs::path& path : {compiler, fs::canonical(compiler, error)}) {
        // "prefix/bin/c++"; a compiler below /usr is seen with the system.
        const fs::path prefix = path.parent_path().parent_path();
        if (path.is_absolute() && prefix != "/" && *std::next(prefix.begin()) != "usr") {
            confinement.readable.push_back(prefix);
        }
    }
    return confinement;
}

std::string file_identity(const fs::path& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    const auto size = fs::file_size(real, error);
    const auto time = fs::last_write_time(real, error).time_since_epoch().count();
    return fmt::format("{} {} {}", real.string(), size, time);
}

HostCompiler compiler_at(const fs::path& path) {
    HostCompiler compiler{family_of(path), path, file_identity(path)};
    if (compiler.family == CompilerFamily::clang) {
#if !defined(__x86_64__)
        throw KitError(
            "on this processor kernels are compiled by g++: install it, and unset KIT_CXX");
#endif
        compiler.llvm_library = llvm_library_of(path);
        compiler.identity += "\n" + file_identity(compiler.llvm_library);
    }
    return compiler;
}

HostCompiler find_host_compiler() {
    const std::string wanted = from_environment("KIT_CXX");
    const std::vector<std::string> names =
        wanted.empty() ? std::vector<std::string>{"g++", "clang++"} : std::vector{wanted};
    for (const std::string& name : names) {
        if (const auto path = find_program(name)) {
            return compiler_at(*path);
        }
    }
    throw KitError(wanted.empty()
                       ? "no C++ compiler was found: install g++ (apt-get install g++) or clang++"
                       : fmt::format("the compiler that KIT_CXX names, '{}', was not found: name "
                                     "another one, or unset it",
                                     wanted));
}

std::optional<fs::path> find_nvcc() {
    if (from_environment("KIT_NVCC") == "none") {
        return std::nullopt;
    }
    if (const auto path = find_program("nvcc")) {
        return path;
    }
    const std::string home = from_environment("CUDA_HOME");
    for (const fs::path& folder :
         {fs::path(home.empty() ? "/usr/local/cuda" : home), fs::path("/usr/local/cuda")}) {
        if (is_program(folder / "bin/nvcc")) {
            return folder / "bin/nvcc";
        }
    }
    return std::nullopt;
}

bool checks_indirect_calls([[maybe_unused]] CompilerFamily family) {
#if defined(__x86_64__)
    return family == CompilerFamily::gcc;
#else
    return false;
#endif
}

std::vector<std::string> emulator_flags(CompilerFamily family) {
    std::vector<std::string> flags{
        "-std=c++20", "-O2", "-g1", "-DKIT_EMULATOR",
        // Sums keep the order and the roundings of the source.
        "-ffp-contract=off",
        // Mistakes must show as what they are: a null pointer is accessed, a missing return is an error.
        "-fno-delete-null-pointer-checks", "-Werror=return-type", "-fno-threadsafe-statics",
        // Some distributions turn on other functions for copying and printing by default, which
        // look at what the runtime looks at anyway.
        "-U_FORTIFY_SOURCE", "-U_GLIBCXX_ASSERTIONS",
        // A GPU has neither exceptions nor type information, and the runtime answers neither.
        "-fno-exceptions", "-fno-rtti", "-fdiagnostics-color=never"};
    const auto add = [&](std::initializer_list<const char*> more) {
        flags.insert(flags.end(), more.begin(), more.end());
    };
    if (family == CompilerFamily::clang) {
        add({"-x", "cuda", "--cuda-gpu-arch=sm_75", "-nocudainc", "-nocudalib",
             "-Wno-unknown-cuda-version", "-Werror=vla",
             // Only a warning about names: -Werror=return-type means it, too.
             "-Wno-return-type-c-linkage",
             // A loop that never ends, or fills or copies, stays one.
             "-fno-finite-loops", "-fno-builtin-memset", "-fno-builtin-memcpy",
             "-fno-builtin-memmove", "-fno-caret-diagnostics", "-ferror-limit=20",
             // kit-instrument runs LLVM's passes.
             "-Xclang", "-disable-llvm-passes", "-emit-llvm"});
        return flags;
    }
    add({"-x", "c++", "-D__CUDACC__", "-D__CUDA_ARCH__=750",
         // The runtime answers the calls that this inserts; ThreadSanitizer's own is not linked.
         "-fsanitize=thread", "-fno-tree-vectorize",
         // Unused kernels, and the shared arrays that only they use, are left out by the linker.
         "-ffunction-sections", "-fdata-sections",
         // One program at one address: thread-local variables are a constant away.
         "-fno-pie", "-ftls-model=local-exec",
         // A frame too large meets the page below its stack.
         "-fstack-clash-protection",
         // The runtime also hears of an index that leaves its dimension, which may stay inside the
         // array.
         "-fsanitize=bounds-strict",
         // A loop that fills or copies stays one, each access of which is seen; and a thread's
         // own array is seen, too, wherever its address is taken.
         "-fno-tree-loop-distribute-patterns", "-fno-tree-pta",
         // Functions that write through a pointer are called, and refused, not expanded.
         "-fno-builtin-strcpy", "-fno-builtin-strncpy", "-fno-builtin-stpcpy",
         "-fno-builtin-stpncpy", "-fno-builtin-strcat", "-fno-builtin-strncat",
         "-fno-builtin-mempcpy", "-fno-builtin-bcopy", "-fno-builtin-bzero", "-fno-builtin-sprintf",
         "-fno-builtin-snprintf", "-fno-builtin-vsprintf", "-fno-builtin-vsnprintf",
         "-fno-builtin-sincos", "-fno-builtin-sincosf", "-fno-builtin-sincosl", "--param",
         "tsan-instrument-func-entry-exit=0", "-fno-extern-tls-init",
         // A float4 is loaded by one access, not by four.
         "-fno-tree-sra", "-fno-diagnostics-show-caret", "-fmax-errors=20"});
    if (checks_indirect_calls(family)) {
        // A function that may be called by its address begins with an instruction that says so,
        // and all functions lie together.
        add({"-mindirect-branch=thunk-extern", "-mindirect-branch-register",
             "-fcf-protection=branch", "-fno-jump-tables", "-fno-reorder-functions",
             "-fno-reorder-blocks-and-partition"});
    }
    return flags;
}

} // namespace kit
