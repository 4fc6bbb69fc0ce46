#include "checker/compile/object_file.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/text_scanner.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

std::string section_name(Elf* elf, std::size_t index) {
    std::size_t names = 0;
    GElf_Shdr header;
    Elf_Scn* section = elf_getscn(elf, index);
    if (section == nullptr || elf_getshdrstrndx(elf, &names) != 0 ||
        gelf_getshdr(section, &header) == nullptr) {
        return "";
    }
    const char* name = elf_strptr(elf, names, header.sh_name);
    return name != nullptr ? name : "";
}

bool is_runtime_name(std::string_view name) {
    return name.substr(0, 4) == "kit_" || name == "__safestack_unsafe_stack_ptr";
}

/// Kinds of symbols that are variables of the submission.
bool is_variable(const GElf_Sym& symbol) {
    const auto type = GELF_ST_TYPE(symbol.st_info);
    return (type == STT_TLS || type == STT_OBJECT) && symbol.st_size > 0;
}

/// "float, 2" of "void star_kernel<float, 2>(float const*)::plane"; empty where no function's name
/// has some.
std::string template_arguments(const std::string& symbol) {
    const std::string name = demangled_symbol(symbol);
    const auto begin = name.find('<');
    if (begin == std::string::npos || begin > name.find('(')) {
        return {};
    }
    int depth = 0;
    for (std::size_t i = begin; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (depth == 0) {
            return name.substr(begin + 1, i - begin - 1);
        }
    }
    return {};
}

/// The extents of an array, from the name of its own section, which ends in "@8x8x8".
std::vector<std::int64_t> extents_in(const std::string& section) {
    std::vector<std::int64_t> extents;
    const std::size_t begin = section.rfind('@');
    if (begin != std::string::npos) {
        TextScanner scanner(std::string_view(section).substr(begin + 1));
        for (auto extent = scanner.number(); extent; extent = scanner.number()) {
            extents.push_back(*extent);
            if (!scanner.pass("x")) {
                break;
            }
        }
    }
    return extents;
}

} // namespace

ElfFile::ElfFile(const std::filesystem::path& path, bool for_writing) : path_(path) {
    elf_version(EV_CURRENT);
    file_ = open(path.c_str(), (for_writing ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    elf_ = file_ >= 0 ? elf_begin(file_, for_writing ? ELF_C_RDWR : ELF_C_READ, nullptr) : nullptr;
    if (elf_ == nullptr || elf_kind(elf_) != ELF_K_ELF) {
        const std::string why = file_ < 0 ? "it cannot be opened" : "it is no ELF file";
        release();
        throw KitError("{}: what the compiler wrote cannot be read: {}; clear the "
                       "cache and try again",
                       path.string(), why);
    }
}

ElfFile::~ElfFile() {
    release();
}

void ElfFile::write() {
    // Offsets are ours to keep: a section that takes no room in the file may grow in place.
    elf_flagelf(elf_, ELF_C_SET, ELF_F_LAYOUT);
    if (elf_update(elf_, ELF_C_WRITE) < 0) {
        throw KitError("{}: cannot be written: {}", path_.string(), elf_errmsg(-1));
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

std::string build_id_of(const fs::path& path) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, decltype(&elf_end)> elf(
        elf_begin(file.number(), ELF_C_READ_MMAP, nullptr), &elf_end);
    std::string id;
    if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF) {
        return id;
    }
    each_section(elf.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
        Elf_Data* data = header.sh_type == SHT_NOTE ? elf_getdata(section, nullptr) : nullptr;
        GElf_Nhdr note;
        std::size_t name = 0;
        std::size_t text = 0;
        for (std::size_t at = 0;
             data != nullptr && (at = gelf_getnote(data, at, &note, &name, &text)) > 0;) {
            const char* bytes = static_cast<const char*>(data->d_buf);
            if (note.n_type == NT_GNU_BUILD_ID && std::string_view(bytes + name) == "GNU") {
                id.assign(bytes + text, note.n_descsz);
            }
        }
    });
    return id;
}

std::string demangled_symbol(const std::string& symbol) {
    if (!symbol.starts_with("_Z")) {
        return symbol; // a C name: "s" would be taken for the type short
    }
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text != nullptr ? text.get() : symbol;
}

std::string variable_name(const std::string& symbol) {
    std::string name = demangled_symbol(symbol);
    // What follows the last "::" outside parentheses and angle brackets.
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        const char letter = name[i];
        depth += letter == ')' || letter == '>' ? 1 : letter == '(' || letter == '<' ? -1 : 0;
        if (depth == 0 && letter == ':') {
            return name.substr(i + 1);
        }
    }
    return name;
}

ObjectFacts prepare_object(const fs::path& object) {
    ElfFile file(object, true);
    ObjectFacts facts;
    each_symbol(file.get(), [&](std::string_view name, const GElf_Sym& symbol) {
        const auto type = GELF_ST_TYPE(symbol.st_info);
        if (type == STT_TLS && symbol.st_shndx == SHN_UNDEF) {
            if (!is_runtime_name(name)) {
                facts.dynamic_shared.emplace_back(name);
            }
        } else if (is_variable(symbol) && !is_runtime_name(name)) {
            facts.variables.emplace_back(name);
            const std::string section = section_name(file.get(), symbol.st_shndx);
            if (type == STT_TLS && section.starts_with(".tdata")) {
                facts.initialized_shared.push_back(variable_name(std::string(name)));
            }
            if (const std::vector<std::int64_t> extents = extents_in(section); !extents.empty()) {
                facts.extents.emplace(name, extents);
            }
        }
    });
    each_section(file.get(), [](Elf_Scn* section, GElf_Shdr header) {
        if (header.sh_type == SHT_NOBITS && (header.sh_flags & SHF_TLS) != 0 &&
            header.sh_size > 0) {
            header.sh_size += room_behind_shared_arrays;
            gelf_update_shdr(section, &header);
        }
    });
    file.write();
    return facts;
}

std::vector<DeviceVariable> read_variables(const fs::path& program, const ObjectFacts& facts) {
    ElfFile file(program, false);
    std::map<std::string, GElf_Sym, std::less<>> symbols;
    each_symbol(file.get(), [&](std::string_view name, const GElf_Sym& symbol) {
        if (symbol.st_shndx != SHN_UNDEF) {
            symbols.emplace(name, symbol);
        }
    });
    const auto address = [&](std::string_view name) {
        const auto found = symbols.find(name);
        if (found == symbols.end()) {
            throw KitError("{}: the emulator's own {} is missing: build the kit anew",
                           program.string(), name);
        }
        return static_cast<std::int64_t>(found->second.st_value);
    };
    const std::int64_t anchor = address("kit_shared_anchor");
    std::vector<DeviceVariable> variables;
    for (const std::string& name : facts.variables) {
        const auto found = symbols.find(name);
        if (found == symbols.end()) {
            continue; // only a kernel that is not launched used it
        }
        const GElf_Sym& symbol = found->second;
        const auto value = static_cast<std::int64_t>(symbol.st_value);
        DeviceVariable variable;
        variable.name = variable_name(name);
        variable.template_arguments = template_arguments(name);
        variable.bytes = symbol.st_size;
        if (const auto extents = facts.extents.find(name); extents != facts.extents.end()) {
            variable.extents = extents->second;
        }
        if (GELF_ST_TYPE(symbol.st_info) == STT_TLS) {
            variable.space = DeviceVariable::Space::shared;
            variable.position = value - anchor;
        } else {
            const std::string section = section_name(file.get(), symbol.st_shndx);
            variable.space = section == "kit_constant" || section.rfind(".rodata", 0) == 0
                                 ? DeviceVariable::Space::constant
                                 : DeviceVariable::Space::device;
            variable.position = value;
        }
        variables.push_back(variable);
    }
    // kit-instrument has put them there.
    each_section(file.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
        if (section_name(file.get(), elf_ndxscn(section)) == "kit_unnamed") {
            variables.push_back({.name = "(constants without a name)",
                                 .space = DeviceVariable::Space::constant,
                                 .position = static_cast<std::int64_t>(header.sh_addr),
                                 .bytes = header.sh_size});
        }
    });
    // All extern arrays begin where the launch's dynamic memory does: CUDA's rule.
    for (const std::string& name : facts.dynamic_shared) {
        variables.push_back({.name = variable_name(name),
                             .space = DeviceVariable::Space::shared,
                             .position = address("kit_dynamic_shared") - anchor,
                             .bytes = 0});
    }
    return variables;
}

} // namespace kit
