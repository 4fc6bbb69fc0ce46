// Machine code as objdump prints it in Intel's syntax, taken apart.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A part of an address or a number that the linker fills in.
struct SymbolUse {
    std::string name; ///< of a symbol or section; empty: none
    std::string how;  ///< "R_X86_64_PC32"
    std::int64_t offset = 0;
};

struct Operand {
    enum class Kind { gpr, other_register, number, memory };

    Kind kind = Kind::other_register;
    std::string name;        ///< of a general register, as its 64 bits are called
    std::int64_t number = 0; ///< or what is added to the address
    int bytes = 0;           ///< of the register or of the memory
    // Of memory: segment:[base + index * scale + number + symbol].
    std::string segment;
    std::string base;
    std::string index;
    int scale = 1;
    SymbolUse symbol; ///< of a number, too
};

struct Instruction {
    std::uint64_t address = 0;
    std::string text;
    std::string prefix; ///< "rep"
    std::string mnemonic;
    std::vector<Operand> operands;
    std::string called;       ///< the function called by its name
    std::uint64_t target = 0; ///< of a direct jump
    bool is_direct = false;   ///< whether it jumps to `target`
};

struct MachineFunction {
    std::string name;
    std::vector<Instruction> instructions;
};

struct MachineCode {
    std::vector<MachineFunction> functions;
    std::vector<std::uint64_t> table_targets; ///< where jumps by tables lead
};

/// objdump's words for an object file.
std::string disassemble(const std::filesystem::path& object);

/// Throws std::runtime_error on a line that it does not understand.
MachineCode parse_disassembly(std::string_view text);

} // namespace kit
