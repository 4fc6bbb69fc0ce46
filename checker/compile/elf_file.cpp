#include "checker/compile/elf_file.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace kit {

ElfFile::ElfFile(const std::filesystem::path& path, bool for_writing) : path_(path) {
    elf_version(EV_CURRENT);
    file_ = open(path.c_str(), (for_writing ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    elf_ = file_ >= 0 ? elf_begin(file_, for_writing ? ELF_C_RDWR : ELF_C_READ, nullptr) : nullptr;
    if (elf_ == nullptr || elf_kind(elf_) != ELF_K_ELF) {
        const std::string why = file_ < 0 ? "it cannot be opened" : "it is no ELF file";
        release();
        throw KitError(fmt::format("{}: what the compiler wrote cannot be read: {}; clear the "
                                   "cache and try again",
                                   path.string(), why));
    }
}

ElfFile::~ElfFile() {
    release();
}

void ElfFile::write() {
    // Offsets are ours to keep: a section that takes no room in the file may grow in place.
    elf_flagelf(elf_, ELF_C_SET, ELF_F_LAYOUT);
    if (elf_update(elf_, ELF_C_WRITE) < 0) {
        throw KitError(fmt::format("{}: cannot be written: {}", path_.string(), elf_errmsg(-1)));
    }
}

void ElfFile::release() {
    if (elf_ != nullptr) {
        elf_end(elf_);
    }
    if (file_ >= 0) {
        close(file_);
    }
}

std::string demangled_symbol(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text != nullptr ? text.get() : symbol;
}

} // namespace kit
