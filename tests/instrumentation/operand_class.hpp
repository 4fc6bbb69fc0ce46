// Which accesses were announced by the calls before them, and why the others do no harm.
#pragma once

#include "tests/instrumentation/machine_state.hpp"

#include <vector>

namespace kit {

/// What an operand in memory is, and why it does no harm that it was not announced.
enum class OperandClass {
    /// The runtime was told of these bytes in the same direction by the call before, and each byte is
    /// accessed once.
    announced,
    /// Of a vector that was announced and loaded, a part is loaded once more: the same bytes, before
    /// anything else can run.
    part_again,
    /// Saved registers, spilled values, arguments, probes of a large frame, variables that no address can
    /// reach: the stack, a constant distance from its top. No other thread and no pointer leads there.
    frame,
    /// Constants that the compiler stored next to the code, in read-only memory.
    constant_pool,
    /// Of a switch, read by the jump itself: nobody can change it.
    jump_table,
    /// Loads of what the kit gives: the thread's place, the extents, the coefficients. All stores there
    /// are refused, so no load of them can be a mistake.
    kit_constant,
    /// How far a variable is from the thread's memory, and where that is: the linker's and the system's.
    thread_local_table,
    /// How far down the memory of variables with an address is in use: no pointer of the submission's
    /// leads there.
    safestack_pointer,
    /// A structure by value is copied to where its address can be taken, before the function does
    /// anything else. The caller announced that it reads the structure.
    argument_copy,
    missed ///< none of these
};

[[nodiscard]] const char* name(OperandClass operand_class);

/// The instruction's operands in memory, in order. Bytes of announcements that it accesses count as used.
[[nodiscard]] std::vector<OperandClass> classes_of(MachineState& state, const Instruction& item);

enum class CallKind {
    announcement,
    announced_copy, ///< memcpy, memmove or memset, both ends as they were announced
    missed_copy,    ///< one of these, not announced
    other
};

/// What a call is, and what it does to the state: announcements begin and end, and registers are lost.
[[nodiscard]] CallKind carry_out_call(MachineState& state, const Instruction& item);

} // namespace kit
