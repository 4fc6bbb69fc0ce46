#include "tests/instrumentation/instruction_kinds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit {

namespace {

template <std::size_t Count>
bool begins_with_one(std::string_view text, const std::array<std::string_view, Count>& beginnings) {
    return std::ranges::any_of(beginnings,
                               [text](std::string_view item) { return text.starts_with(item); });
}

} // namespace

bool is_one(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool is_jump(const Instruction& item) {
    return item.mnemonic.starts_with('j');
}

bool ends_way(const Instruction& item) {
    return is_one(item.mnemonic, {"jmp", "ret", "ud2", "int3"});
}

bool writes_pair(const Instruction& item) {
    return is_one(item.mnemonic, {"mul", "div", "idiv"}) ||
           (item.mnemonic == "imul" && item.operands.size() == 1);
}

bool only_reads(const Instruction& item) {
    return writes_pair(item) || is_jump(item) ||
           is_one(item.mnemonic, {"cmp", "test", "ucomiss", "ucomisd", "comiss", "comisd", "bt",
                                  "push", "call", "ret", "nop", "ud2", "int3", "fld", "fild"});
}

bool writes_first(const Instruction& item) {
    constexpr std::array<std::string_view, 70> beginnings{
        "mov",   "add",  "sub",  "imul", "xor",   "and",   "or",     "shl",   "shr",   "sar",
        "cmov",  "set",  "inc",  "dec",  "neg",   "not",   "lea",    "mul",   "div",   "sqrt",
        "max",   "min",  "cvt",  "cmp",  "unpck", "shuf",  "punpck", "pshuf", "pcmp",  "pxor",
        "por",   "pand", "padd", "psub", "pmul",  "psll",  "psrl",   "psra",  "pack",  "pop",
        "sbb",   "adc",  "bsf",  "bsr",  "rol",   "ror",   "shld",   "shrd",  "pinsr", "pextr",
        "pmadd", "pmin", "pmax", "pavg", "psad",  "bswap", "rcp",    "rsqrt", "haddp", "fst",
        "fist",  "fxch", "fadd", "fmul", "fsub",  "fdiv",  "fchs",   "fabs",  "round", "movabs"};
    return begins_with_one(item.mnemonic, beginnings);
}

bool overwrites_first(const Instruction& item) {
    constexpr std::array<std::string_view, 5> beginnings{"mov", "set", "fst", "fist", "pextr"};
    return begins_with_one(item.mnemonic, beginnings) || is_one(item.mnemonic, {"pop", "stos"});
}

bool accesses_nothing(const Instruction& item) {
    return is_one(item.mnemonic, {"lea", "nop"}) || item.mnemonic.starts_with("prefetch");
}

} // namespace kit
