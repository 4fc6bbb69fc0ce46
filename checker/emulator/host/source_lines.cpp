#include "checker/emulator/host/source_lines.hpp"

#include "checker/compile/glue.hpp"
#include "checker/files/descriptor.hpp"
#include "checker/files/text_scanner.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

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

/// The source with comments and literals blanked, line ends kept.
std::string code_of(std::string_view source) {
    std::string code(source);
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i + 1;
        if (code.compare(i, 2, "//") == 0) {
            end = code.find('\n', i);
        } else if (code.compare(i, 2, "/*") == 0) {
            end = code.find("*/", i + 2);
            end = end == std::string::npos ? end : end + 2;
        } else if (code[i] == '"' || code[i] == '\'') {
            while (end < code.size() && code[end] != code[i] && code[end] != '\n') {
                end += code[end] == '\\' ? 2 : 1;
            }
            ++end;
        } else {
            ++i;
            continue;
        }
        end = std::min(end, code.size());
        for (; i < end; ++i) {
            code[i] = code[i] == '\n' ? '\n' : ' ';
        }
    }
    return code;
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

std::string subscripted_name(std::string_view line, int column) {
    if (column < 1 || static_cast<std::size_t>(column) > line.size()) {
        return "";
    }
    std::size_t at = static_cast<std::size_t>(column) - 1;
    if (line[at] == '[' && at > 0) { // the subscript that is meant has its array before it
        --at;
    }
    if (is_name_letter(line[at])) {
        while (at > 0 && is_name_letter(line[at - 1])) {
            --at;
        }
    } else {
        // Backwards over whole pairs of brackets, to the name before the first.
        int depth = 0;
        for (;; --at) {
            depth += line[at] == ']' ? 1 : line[at] == '[' ? -1 : 0;
            if (depth == 0 && line[at] != '[' &&
                !std::isspace(static_cast<unsigned char>(line[at]))) {
                break;
            }
            if (at == 0) {
                return "";
            }
        }
        while (at > 0 && is_name_letter(line[at]) && is_name_letter(line[at - 1])) {
            --at;
        }
    }
    std::size_t end = at;
    while (end < line.size() && is_name_letter(line[end])) {
        ++end;
    }
    return std::string(line.substr(at, end - at));
}

bool stands_in_condition(std::string_view source, int wanted) {
    const std::string code = code_of(source);
    std::vector<bool> blocks; // for each open brace: opened by an if or else
    bool pending = false;     // an if or else waits for its statement
    int parentheses = 0;
    int line = 1;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char letter = code[i];
        if (line == wanted && std::isspace(static_cast<unsigned char>(letter)) == 0 &&
            letter != '}') {
            // The whole line up to the barrier: "if (x) __syncthreads();" stands on one.
            const std::size_t barrier = code.find("__syncthreads", i);
            const std::size_t end = code.find('\n', i);
            if (barrier == i || barrier == std::string::npos || barrier > end) {
                break;
            }
        }
        if (is_name_letter(letter) && (i == 0 || !is_name_letter(code[i - 1]))) {
            std::size_t end = i;
            while (end < code.size() && is_name_letter(code[end])) {
                ++end;
            }
            const std::string_view word = std::string_view(code).substr(i, end - i);
            pending = pending || word == "if" || word == "else";
        }
        switch (letter) {
        case '\n': ++line; break;
        case '(': ++parentheses; break;
        case ')': --parentheses; break;
        case '{':
            blocks.push_back(pending);
            pending = false;
            break;
        case '}':
            if (!blocks.empty()) {
                blocks.pop_back();
            }
            pending = false;
            break;
        case ';': pending = pending && parentheses > 0; break;
        default: break;
        }
    }
    return pending || std::find(blocks.begin(), blocks.end(), true) != blocks.end();
}

} // namespace kit
