// What registers and words of the frame hold at a place in a function, by names: two places hold the same
// name only if they hold the same value.
#pragma once

#include "tests/instrumentation/machine_code.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kit {

/// `name` + `offset`. The root says what an address was computed from, where that is one known thing;
/// else it is empty.
struct MachineValue {
    std::string name;
    std::int64_t offset = 0;
    std::string root;

    bool operator==(const MachineValue&) const = default;
};

// Names of values, and roots. Others are "variable x", "thread's x" for one of each thread, and
// "distance of x" for how far that is from the thread's memory.
inline constexpr const char* number_name = "number";
inline constexpr const char* frame_name = "frame";
inline constexpr const char* thread_name = "thread";
inline constexpr const char* safestack_pointer_root = "thread's __safestack_unsafe_stack_ptr";
/// Base of addresses in the safestack's second stack.
inline constexpr const char* locals_name = "locals";

[[nodiscard]] MachineValue number_value(std::int64_t number);

/// Of an operand in memory.
struct MachineAddress {
    std::optional<MachineValue> value; ///< absent: the sum of several
    std::string root;                  ///< as in MachineValue, for a sum, too
    bool has_index = false;            ///< it differs by more than a known number
};

/// What the runtime was told of an access that is to come.
struct Announcement {
    MachineValue address;
    MachineValue bytes; ///< a number but for copies
    bool store = false;
    bool range = false;
    std::vector<bool> used; ///< byte by byte, as far as they were accessed

    bool operator==(const Announcement&) const = default;
};

/// An address: the name and offset of its value.
using FrameSlot = std::pair<std::string, std::int64_t>;

struct MachineState {
    /// By the names of their 64 bits; others hold what they held at the function's start.
    std::map<std::string, MachineValue> registers;
    std::map<FrameSlot, MachineValue> slots; ///< 8 bytes each
    std::vector<Announcement> pending;
    bool has_called = false; ///< anything but what copies arguments

    bool operator==(const MachineState&) const = default;
};

/// Where a function begins.
[[nodiscard]] MachineState state_at_entry();

/// What holds on each of one or more ways where they meet. `place` is different for each such place.
/// `merged`: the registers that differ there, now or when this was asked before; they stay unknown.
[[nodiscard]] MachineState meeting_of(const std::vector<const MachineState*>& ways,
                                      const std::string& place, std::set<std::string>& merged);

/// The value of a register. At the start of a function each register has a distinct unknown value.
[[nodiscard]] MachineValue value_of(MachineState& state, const std::string& name);

/// The register gets from `item` a value of which at most the root is known.
void set_unknown(MachineState& state, const Instruction& item, const std::string& name,
                 const std::string& root = "");

/// `operand` is one in memory.
[[nodiscard]] MachineAddress address_of(MachineState& state, const Operand& operand);

/// What any instruction but a call does to registers and frame. False: the instruction is not known; it
/// is then taken for one that writes its first operand, if it has any.
[[nodiscard]] bool carry_out(MachineState& state, const Instruction& item);

} // namespace kit
