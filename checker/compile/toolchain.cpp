#include "checker/compile/toolchain.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/compile/identity.hpp"
#include "checker/compile/object_file.hpp"
#include "checker/compile/processor.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
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

/// Adds the folders in `parent` whose name begins so, the highest version first.
void add_newest(std::vector<fs::path>& folders, const fs::path& parent,
                std::string_view beginning) {
    const auto first = static_cast<std::ptrdiff_t>(folders.size());
    std::error_code error;
    for (const auto& item : fs::directory_iterator(parent, error)) {
        if (item.path().filename().string().starts_with(beginning)) {
            folders.push_back(item.path());
        }
    }
    std::sort(folders.begin() + first, folders.end(), [](const fs::path& a, const fs::path& b) {
        return strverscmp(a.c_str(), b.c_str()) > 0;
    });
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
         {folder / library, fs::path(processor::libraries) / library,
          fs::path("/usr/lib64") / library, fs::path("/usr/lib") / library}) {
        if (!library.empty() && fs::exists(path)) {
            return path;
        }
    }
    throw KitError("{} is not linked with a shared libLLVM, which the kit needs: use the "
                   "clang++ of the distribution (unset KIT_CXX)",
                   program.string());
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

HostCompiler compiler_at(const fs::path& path) {
    const fs::path library = llvm_library_of(path);
    return {path, file_identity(path) + "\n" + file_identity(library), library};
}

/// The bundle's is a script that starts clang with the loader, libraries and headers beside it. Programs that it links
/// have the loader's path in them, so the folder is part of what it is.
HostCompiler compiler_of_bundle() {
    const fs::path system = bundle_root() / "system";
    for (const auto& file : fs::directory_iterator(system.string() + processor::libraries)) {
        if (file.path().filename().string().starts_with("libLLVM")) {
            return {system / "bin/clang++",
                    system.string() + "\n" + file_identity(system / "bin/clang++.elf") + "\n" +
                        file_identity(file),
                    file.path()};
        }
    }
    throw KitError("{}: the bundle's compiler is not complete: unpack the bundle again",
                   bundle_root().string());
}

HostCompiler find_host_compiler() {
    const std::string wanted = from_environment("KIT_CXX");
    if (wanted.empty() && !bundle_root().empty()) {
        return compiler_of_bundle();
    }
    // By a version where a system has no other name for it.
    const std::vector<std::string> names =
        wanted.empty()
            ? std::vector<std::string>{"clang++",    "clang++-19", "clang++-18", "clang++-17",
                                       "clang++-16", "clang++-15", "clang++-14"}
            : std::vector{wanted};
    for (const std::string& name : names) {
        if (const auto path = find_program(name)) {
            return compiler_at(*path);
        }
    }
    throw KitError(wanted.empty()
                       ? "clang++ was not found, which compiles kernels: install it "
                         "(apt-get install clang)"
                       : fmt::format("the compiler that KIT_CXX names, '{}', was not found: name "
                                     "another clang++, or unset it",
                                     wanted));
}

std::optional<fs::path> find_nvcc() {
    if (from_environment("KIT_NVCC") == "none") {
        return std::nullopt;
    }
    if (const auto path = find_program("nvcc")) {
        return path;
    }
    // What clusters' modules set, where NVIDIA's installers and Arch put it, and where pip does.
    std::vector<fs::path> folders;
    for (const char* const variable :
         {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDA_INSTALL_PATH"}) {
        folders.emplace_back(from_environment(variable));
    }
    folders.insert(folders.end(), {"/usr/local/cuda", "/opt/cuda"});
    add_newest(folders, "/usr/local", "cuda-");
    for (const fs::path& prefix :
         {fs::path(from_environment("VIRTUAL_ENV")), fs::path(from_environment("CONDA_PREFIX")),
          fs::path(from_environment("HOME")) / ".local"}) {
        std::vector<fs::path> pythons;
        add_newest(pythons, prefix / "lib", "python3.");
        for (const fs::path& python : pythons) {
            add_newest(folders, python / "site-packages/nvidia", "cu");
        }
    }
    for (const fs::path& folder : folders) {
        if (folder.is_absolute() && is_program(folder / "bin/nvcc")) {
            return folder / "bin/nvcc";
        }
    }
    return std::nullopt;
}

std::vector<std::string> emulator_flags() {
    std::vector<std::string> flags{
        "-std=c++20", "-O2", "-g1", "-fPIE", "-fdirect-access-external-data", "-DKIT_EMULATOR",
        "-x", "cuda", "--cuda-gpu-arch=sm_75", "-nocudainc", "-nocudalib",
        "-Wno-unknown-cuda-version",
        // Sums keep the order and the roundings of the source.
        "-ffp-contract=off",
        // Everywhere as on x86-64, so that a laptop and a grading machine agree.
        "-fsigned-char",
        // Mistakes must show as what they are: a null pointer is accessed, and where a return is missing
        // the runtime is called instead of whatever code comes next.
        "-fno-delete-null-pointer-checks", "-Xclang", "-fsanitize=return",
        "-fno-threadsafe-statics", "-Werror=vla",
        // As nvcc: the former are errors, the latter are none.
        "-Werror=reorder-init-list", "-Werror=zero-length-array", "-Wno-c++11-narrowing",
        "-Wno-register", "-Wno-increment-bool",
        // A local variable without a value has NaN or another conspicuous one, the same in each run.
        "-ftrivial-auto-var-init=pattern",
        // Those that the student reads: compiler_warnings.hpp.
        "-Wuninitialized", "-Wsometimes-uninitialized", "-Wparentheses", "-Wempty-body",
        "-Wunused-value", "-Wunused-comparison", "-Wtautological-compare",
        "-Wtautological-unsigned-zero-compare", "-Wself-assign", "-Wdouble-promotion", "-Wshadow",
        "-Wfloat-conversion", "-Wimplicit-int-conversion",
        // Some distributions turn on other functions for copying and printing by default, which
        // look at what the runtime looks at anyway.
        "-U_FORTIFY_SOURCE", "-U_GLIBCXX_ASSERTIONS",
        // A GPU has neither exceptions nor type information, and the runtime answers neither.
        "-fno-exceptions", "-fno-rtti",
        // A loop that never ends, or fills or copies, stays one.
        "-fno-finite-loops", "-fno-builtin-memset", "-fno-builtin-memcpy", "-fno-builtin-memmove",
        "-fdiagnostics-color=never", "-fdiagnostics-parseable-fixits", "-ferror-limit=20",
        // kit-instrument runs LLVM's passes.
        "-Xclang", "-disable-llvm-passes", "-emit-llvm"};
    flags.insert(flags.end(), processor::flags.begin(), processor::flags.end());
    return flags;
}

} // namespace kit
