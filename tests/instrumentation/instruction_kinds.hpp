// What an instruction of x86-64 reads and writes, and where it leads: by its mnemonic.
#pragma once

#include "tests/instrumentation/machine_code.hpp"

#include <initializer_list>
#include <string_view>

namespace kit {

/// Whether a mnemonic, or the name of a function, is among these.
[[nodiscard]] bool is_one(std::string_view text, std::initializer_list<std::string_view> words);

/// Of any kind, under a condition or not.
[[nodiscard]] bool is_jump(const Instruction& item);

/// The next instruction is not reached from this one.
[[nodiscard]] bool ends_way(const Instruction& item);

/// A product or quotient whose result goes to rax and rdx, which are no operands.
[[nodiscard]] bool writes_pair(const Instruction& item);

/// Reads its operands and writes none. It may change flags, the stack's top, rax and rdx.
[[nodiscard]] bool only_reads(const Instruction& item);

/// The first operand gets the result, and nothing else changes.
[[nodiscard]] bool writes_first(const Instruction& item);

/// Of one that writes its first operand: the result does not depend on what was there.
[[nodiscard]] bool overwrites_first(const Instruction& item);

/// It computes an address, or gives a hint; its operand in memory is not accessed.
[[nodiscard]] bool accesses_nothing(const Instruction& item);

} // namespace kit
