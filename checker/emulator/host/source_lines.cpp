#include "checker/emulator/host/source_lines.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/compile/glue.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>

#include <cstdlib>

namespace kit {

namespace {

bool is_submission(const char* file) {
    return file != nullptr && std::filesystem::path(file).filename() == submission_name;
}

/// Line of the call that an inlined function replaced, when that call stands in kernel.cu.
int line_of_inlined_call(Dwarf_Die* scope, Dwarf_Die* unit) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0;
    Dwarf_Word line = 0;
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &line) != 0 ||
        dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count ||
        !is_submission(dwarf_filesrc(files, file, nullptr, nullptr))) {
        return 0;
    }
    return static_cast<int>(line);
}

/// The compilation unit that an address belongs to. The program's index of units is asked first;
/// clang++ leaves functions, or all, out of it.
bool find_unit(Dwarf* dwarf, std::uint64_t address, Dwarf_Die& unit) {
    if (dwarf_addrdie(dwarf, address, &unit) != nullptr) {
        return true;
    }
    Dwarf_CU* next = nullptr;
    std::uint8_t unit_type = 0;
    while (dwarf_get_units(dwarf, next, &next, nullptr, &unit_type, &unit, nullptr) == 0) {
        if (unit_type == DW_UT_compile && dwarf_haspc(&unit, address) == 1) {
            return true;
        }
    }
    return false;
}

} // namespace

struct SourceLines::DebugInformation {
    Descriptor file;
    Dwarf* dwarf = nullptr;
};

SourceLines::SourceLines(const std::filesystem::path& program)
    : information_(std::make_unique<DebugInformation>()) {
    information_->file = Descriptor(open(program.c_str(), O_RDONLY | O_CLOEXEC));
    if (information_->file.is_open()) {
        information_->dwarf = dwarf_begin(information_->file.number(), DWARF_C_READ);
    }
}

SourceLines::~SourceLines() {
    if (information_->dwarf != nullptr) {
        dwarf_end(information_->dwarf);
    }
}

int SourceLines::line_of_call(std::uint64_t address) const {
    return address == 0 ? 0 : line_at(address - 1);
}

int SourceLines::line_at(std::uint64_t address) const {
    Dwarf_Die unit;
    if (information_->dwarf == nullptr || !find_unit(information_->dwarf, address, unit)) {
        return 0;
    }
    int number = 0;
    Dwarf_Line* line = dwarf_getsrc_die(&unit, address);
    if (line != nullptr && is_submission(dwarf_linesrc(line, nullptr, nullptr)) &&
        dwarf_lineno(line, &number) == 0 && number != 0) {
        return number;
    }
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes(&unit, address, &scopes);
    number = 0;
    for (int i = 0; i < count && number == 0; ++i) {
        number = line_of_inlined_call(&scopes[i], &unit);
    }
    std::free(scopes);
    return number;
}

} // namespace kit
