// ELF files by libelf: what the kit does to a submission's object file before it is linked, and what it
// reads from the program.
#pragma once

#include "checker/model/artifact.hpp"

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// An ELF file opened with libelf, closed with the object.
class ElfFile {
public:
    /// Throws KitError if it cannot be opened or is not an ELF file.
    ElfFile(const std::filesystem::path& path, bool for_writing);
    ~ElfFile();
    ElfFile(const ElfFile&) = delete;
    ElfFile& operator=(const ElfFile&) = delete;

    [[nodiscard]] Elf* get() const { return elf_; }

    /// Writes changed headers back. Throws KitError.
    void write();

private:
    void release();

    std::filesystem::path path_;
    int file_ = -1;
    Elf* elf_ = nullptr;
};

/// The name as C++ writes it; what is no mangled name stays as it is.
std::string demangled_symbol(const std::string& symbol);

/// Calls `call(section, header)`.
template <class Call>
void each_section(Elf* elf, Call call) {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) != nullptr) {
            call(section, header);
        }
    }
}

/// Calls `call(name, symbol)`.
template <class Call>
void each_symbol(Elf* elf, Call call) {
    each_section(elf, [&](Elf_Scn* section, const GElf_Shdr& header) {
        if (header.sh_type != SHT_SYMTAB || header.sh_entsize == 0) {
            return;
        }
        Elf_Data* data = elf_getdata(section, nullptr);
        for (std::size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
            GElf_Sym symbol;
            if (gelf_getsym(data, static_cast<int>(i), &symbol) != nullptr) {
                const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
                call(std::string_view(name != nullptr ? name : ""), symbol);
            }
        }
    });
}

/// Calls `call(name)` for each shared library that the file asks for.
template <class Call>
void each_needed_library(Elf* elf, Call call) {
    each_section(elf, [&](Elf_Scn* section, const GElf_Shdr& header) {
        Elf_Data* data = header.sh_type == SHT_DYNAMIC ? elf_getdata(section, nullptr) : nullptr;
        GElf_Dyn entry;
        for (int i = 0; data != nullptr && gelf_getdyn(data, i, &entry) != nullptr; ++i) {
            const char* name = entry.d_tag == DT_NEEDED
                                   ? elf_strptr(elf, header.sh_link, entry.d_un.d_val)
                                   : nullptr;
            if (name != nullptr) {
                call(std::string_view(name));
            }
        }
    });
}

/// The note that a linker makes of a file's contents (NT_GNU_BUILD_ID), as bytes; empty if the file has none, or is
/// no ELF file.
std::string build_id_of(const std::filesystem::path& path);

/// Bytes kept free behind every shared array.
constexpr std::uint64_t room_behind_shared_arrays = 256;

struct ObjectFacts {
    /// Names of extern __shared__ arrays, whose memory the launch gives.
    std::vector<std::string> dynamic_shared;
    /// Symbols of all variables that the object defines: shared, device and constant ones.
    std::vector<std::string> variables;
    /// Shared arrays with an initializer, which CUDA does not allow.
    std::vector<std::string> initialized_shared;
    /// The extents of shared arrays, by symbol.
    std::map<std::string, std::vector<std::int64_t>> extents;
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
