#include "tests/instrumentation/machine_code.hpp"

#include "checker/compile/toolchain.hpp"
#include "checker/sandbox/process.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <stdexcept>

namespace kit {

namespace {

struct Register {
    std::string name;
    int bytes;
};

std::map<std::string, Register, std::less<>> make_registers() {
    std::map<std::string, Register, std::less<>> known;
    for (const std::string letter : {"a", "b", "c", "d"}) {
        const std::string name = "r" + letter + "x";
        known[name] = {name, 8};
        known["e" + letter + "x"] = {name, 4};
        known[letter + "x"] = {name, 2};
        known[letter + "l"] = known[letter + "h"] = {name, 1};
    }
    for (const std::string word : {"si", "di", "bp", "sp"}) {
        const std::string name = "r" + word;
        known[name] = {name, 8};
        known["e" + word] = {name, 4};
        known[word] = {name, 2};
        known[word + "l"] = {name, 1};
    }
    for (int i = 8; i < 16; ++i) {
        const std::string name = "r" + std::to_string(i);
        known[name] = {name, 8};
        known[name + "d"] = {name, 4};
        known[name + "w"] = {name, 2};
        known[name + "b"] = {name, 1};
    }
    return known;
}

const std::map<std::string, Register, std::less<>>& registers() {
    static const auto known = make_registers();
    return known;
}

[[noreturn]] void not_understood(std::string_view line) {
    throw std::runtime_error("objdump's line is not understood: " + std::string(line));
}

/// "0x10", "-0x10", "1a".
std::int64_t number_of(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative || text.starts_with('+') ? 1 : 0);
    const std::uint64_t number = std::stoull(std::string(text), nullptr, 16);
    return static_cast<std::int64_t>(negative ? 0 - number : number);
}

int bytes_of_pointer(std::string_view word, std::string_view line) {
    constexpr std::array sizes{std::pair{"BYTE", 1},     std::pair{"WORD", 2},
                               std::pair{"DWORD", 4},    std::pair{"QWORD", 8},
                               std::pair{"XMMWORD", 16}, std::pair{"TBYTE", 10}};
    for (const auto& [name, bytes] : sizes) {
        if (word == name) {
            return bytes;
        }
    }
    not_understood(line);
}

/// "rbx+rcx*4-0x10" into the operand.
void read_address(std::string_view text, Operand& operand, std::string_view line) {
    while (!text.empty()) {
        const auto end = text.find_first_of("+-", 1);
        std::string_view term = text.substr(0, end);
        text = end == std::string_view::npos ? "" : text.substr(end);
        const std::string_view bare = term.starts_with('+') ? term.substr(1) : term;
        const auto star = bare.find('*');
        const std::string name(bare.substr(0, star));
        if (bare.starts_with("0x") || bare.starts_with("-0x")) {
            operand.number += number_of(bare);
        } else if (name == "rip") {
            operand.base = name;
        } else if (const auto known = registers().find(name);
                   known != registers().end() && known->second.bytes == 8) {
            if (star != std::string_view::npos) {
                operand.index = name;
                operand.scale = static_cast<int>(number_of(bare.substr(star + 1)));
            } else {
                (operand.base.empty() ? operand.base : operand.index) = name;
            }
        } else if (name != "riz") {
            not_understood(line);
        }
    }
}

Operand operand_of(std::string text, std::string_view line) {
    Operand operand;
    if (const auto known = registers().find(text); known != registers().end()) {
        operand.kind = Operand::Kind::gpr;
        operand.name = known->second.name;
        operand.bytes = known->second.bytes;
        return operand;
    }
    if (text.starts_with("0x") || text.starts_with("-0x") || (text[0] >= '0' && text[0] <= '9')) {
        operand.kind = Operand::Kind::number;
        operand.number = number_of(text);
        return operand;
    }
    const bool is_memory =
        text.find('[') != std::string::npos || text.find(':') != std::string::npos;
    if (!is_memory) {
        operand.name = text;
        return operand;
    }
    operand.kind = Operand::Kind::memory;
    if (const auto pointer = text.find(" PTR "); pointer != std::string::npos) {
        operand.bytes = bytes_of_pointer(text.substr(0, pointer), line);
        text = text.substr(pointer + 5);
    }
    if (const auto colon = text.find(':'); colon != std::string::npos) {
        operand.segment = text.substr(0, colon);
        text = text.substr(colon + 1);
    }
    if (text.starts_with('[')) {
        text = text.substr(1, text.size() - 2);
    }
    read_address(text, operand, line);
    return operand;
}

Instruction instruction_of(std::string_view line) {
    const auto colon = line.find(':');
    Instruction item;
    item.address =
        static_cast<std::uint64_t>(number_of(line.substr(line.find_first_not_of(' '), colon)));
    item.text = line.substr(colon + 2);
    std::string_view rest = item.text;
    rest = rest.substr(0, std::min(rest.find('<'), rest.find('#')));
    std::istringstream words{std::string(rest)};
    words >> item.mnemonic;
    while (item.mnemonic == "rep" || item.mnemonic == "cs" || item.mnemonic == "data16" ||
           item.mnemonic == "notrack" || item.mnemonic == "bnd" || item.mnemonic == "lock") {
        item.prefix = item.mnemonic;
        words >> item.mnemonic;
    }
    std::string operands;
    std::getline(words >> std::ws, operands);
    while (operands.ends_with(' ')) {
        operands.pop_back();
    }
    const bool branches = item.mnemonic.starts_with('j') || item.mnemonic == "call";
    if (branches && !operands.empty() && registers().count(operands) == 0 &&
        operands.find("PTR") == std::string::npos) {
        item.target = static_cast<std::uint64_t>(number_of(operands));
        item.is_direct = true;
        const auto open = item.text.find('<');
        item.called = open == std::string::npos
                          ? ""
                          : item.text.substr(open + 1, item.text.find('>') - open - 1);
        return item;
    }
    if (item.mnemonic == "nop") {
        return item;
    }
    for (std::istringstream list(operands); std::getline(list, operands, ',');) {
        item.operands.push_back(operand_of(operands, line));
    }
    return item;
}

/// "\t\t\td: R_X86_64_PC32\tkit_coefficients+0x4"
void add_symbol(std::string_view line, Instruction& item) {
    std::istringstream words{std::string(line)};
    std::string place;
    SymbolUse use;
    std::string symbol;
    words >> place >> use.how >> symbol;
    const auto sign = symbol.find_last_of("+-");
    const bool has_offset =
        sign != std::string::npos && sign > 0 && symbol.substr(sign + 1).starts_with("0x");
    use.name = symbol.substr(0, has_offset ? sign : symbol.size());
    use.offset = has_offset ? number_of(symbol.substr(sign)) : 0;
    if (item.is_direct) {
        item.called = use.name;
        item.is_direct = item.mnemonic == "call";
        return;
    }
    // The end of the instruction is where it counts from; only the offset's size is certain.
    const bool in_number = use.how == "R_X86_64_32" || use.how == "R_X86_64_64";
    Operand* of = nullptr;
    for (Operand& operand : item.operands) {
        const bool fits =
            operand.kind == (in_number ? Operand::Kind::number : Operand::Kind::memory);
        of = fits ? &operand : of;
    }
    for (Operand& operand : item.operands) {
        of = of == nullptr && operand.kind == Operand::Kind::number ? &operand : of;
    }
    if (of == nullptr) {
        not_understood(line);
    }
    of->symbol = use;
    if (of->base == "rip") {
        of->symbol.offset -= number_of(place.substr(0, place.size() - 1));
    }
}

/// What is relative to the next instruction, now that this begins at `end`.
void finish(Instruction& item, std::uint64_t end) {
    for (Operand& operand : item.operands) {
        if (operand.base == "rip" && !operand.symbol.name.empty()) {
            operand.symbol.offset += static_cast<std::int64_t>(end);
        }
    }
}

} // namespace

std::string disassemble(const std::filesystem::path& object) {
    const auto objdump = find_program("objdump");
    if (!objdump) {
        throw std::runtime_error("objdump is missing: apt-get install binutils");
    }
    std::string text;
    for (const std::vector<std::string>& what :
         {std::vector<std::string>{"-dr", "--no-show-raw-insn", "-M", "intel"},
          {"-r", "-j", ".rodata"}}) {
        ProcessRequest request{{objdump->string()}, object.parent_path(), -1, {}};
        request.command.insert(request.command.end(), what.begin(), what.end());
        request.command.push_back(object.string());
        request.limits.seconds = 60;
        request.limits.counts_processor_time = true;
        request.limits.kept_output_bytes = 16u << 20;
        const ProcessResult result = run_process(request);
        if (result.cut || (result.code != 0 && what.front() == "-dr")) {
            throw std::runtime_error("objdump: " + result.errors);
        }
        text += result.output;
    }
    return text;
}

MachineCode parse_disassembly(std::string_view text) {
    MachineCode code;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Disassembly of section ") &&
            line != "Disassembly of section .text:") {
            not_understood(line);
        }
        const bool is_instruction = line.starts_with(' ') && line.find(":\t") != std::string::npos;
        if (line.ends_with(">:") && !line.starts_with(' ')) {
            const auto open = line.find('<');
            code.functions.push_back({line.substr(open + 1, line.size() - open - 3), {}});
        } else if (is_instruction && !code.functions.empty()) {
            auto& items = code.functions.back().instructions;
            items.push_back(instruction_of(line));
            if (items.size() > 1) {
                finish(items[items.size() - 2], items.back().address);
            }
        } else if (line.starts_with("\t\t\t") && !code.functions.empty()) {
            add_symbol(std::string_view(line).substr(3), code.functions.back().instructions.back());
        } else if (line.find("R_X86_64_64") != std::string::npos) {
            if (const auto plus = line.find(".text+0x"); plus != std::string::npos) {
                code.table_targets.push_back(
                    static_cast<std::uint64_t>(number_of(line.substr(plus + 6))));
            }
        }
    }
    return code;
}

} // namespace kit
