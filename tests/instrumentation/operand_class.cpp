#include "tests/instrumentation/operand_class.hpp"

#include "tests/instrumentation/instruction_kinds.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kit {

namespace {

/// As x86-64's calling convention says.
constexpr std::array lost_in_calls{"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"};

/// Whether an announcement holds all these bytes, none of which was accessed since.
bool take(MachineState& state, const MachineValue& address, std::int64_t bytes, bool store) {
    for (Announcement& item : state.pending) {
        const std::int64_t first = address.offset - item.address.offset;
        if (item.store != store || item.address.name != address.name ||
            item.bytes.name != number_name || first < 0 || first + bytes > item.bytes.offset) {
            continue;
        }
        item.used.resize(static_cast<std::size_t>(item.bytes.offset));
        const auto begin = item.used.begin() + first;
        if (std::find(begin, begin + bytes, true) == begin + bytes) {
            std::fill(begin, begin + bytes, true);
            return true;
        }
    }
    return false;
}

/// Whether it is less than what one announcement of a load holds, all since that.
bool is_part_read_again(const MachineState& state, const MachineValue& address,
                        std::int64_t bytes) {
    return std::ranges::any_of(state.pending, [&](const auto& item) {
        const std::int64_t first = address.offset - item.address.offset;
        return !item.store && item.address.name == address.name && bytes > 0 && first >= 0 &&
               bytes < item.bytes.offset && first + bytes <= item.bytes.offset &&
               item.bytes.name == number_name;
    });
}

bool is_pool(std::string_view root) {
    return root.starts_with("variable .LCPI") || root.starts_with("variable .rodata.cst");
}

OperandClass class_of(MachineState& state, const Instruction& item, const Operand& operand,
                      bool loads, bool stores) {
    const MachineAddress address = address_of(state, operand);
    const bool only_loads = loads && !stores;
    if (address.root == frame_name && !address.has_index) {
        return OperandClass::frame;
    }
    if (address.root == safestack_pointer_root && operand.bytes == 8) {
        return OperandClass::safestack_pointer;
    }
    if (only_loads && operand.symbol.how == "R_X86_64_GOTTPOFF") {
        return OperandClass::thread_local_table;
    }
    if (only_loads && operand.segment == "fs" && address.root == thread_name && address.value &&
        address.value->name == thread_name && address.value->offset == 0) {
        return OperandClass::thread_local_table;
    }
    if (only_loads &&
        (address.root.starts_with("variable kit_") || address.root.starts_with("thread's kit_"))) {
        return OperandClass::kit_constant;
    }
    if (only_loads && is_pool(address.root)) {
        return OperandClass::constant_pool;
    }
    if (item.mnemonic == "jmp" && address.root.starts_with("variable .rodata")) {
        return OperandClass::jump_table;
    }
    if (stores && !loads && !state.has_called && address.root == locals_name &&
        !address.has_index) {
        return OperandClass::argument_copy;
    }
    const bool is_announced = address.value && operand.bytes > 0 &&
                              (!loads || take(state, *address.value, operand.bytes, false)) &&
                              (!stores || take(state, *address.value, operand.bytes, true));
    const bool is_part = !is_announced && only_loads && address.value &&
                         is_part_read_again(state, *address.value, operand.bytes);
    return is_announced ? OperandClass::announced
           : is_part    ? OperandClass::part_again
                        : OperandClass::missed;
}

/// "__tsan_read4"
struct AnnouncedKind {
    bool store = false;
    int bytes = 0; ///< 0: a range
};

std::optional<AnnouncedKind> announced_kind(std::string_view called) {
    for (const auto& [beginning, store] : {std::pair<std::string_view, bool>{"__tsan_read", false},
                                           {"__tsan_write", true},
                                           {"__tsan_volatile_read", false},
                                           {"__tsan_volatile_write", true}}) {
        if (called.starts_with(beginning)) {
            const std::string_view rest = called.substr(beginning.size());
            return AnnouncedKind{store, rest == "_range" ? 0 : std::stoi(std::string(rest))};
        }
    }
    return std::nullopt;
}

CallKind carry_out_copy(MachineState& state, const Instruction& item) {
    const MachineValue bytes = value_of(state, "rdx");
    const auto holds = [&](const char* name, bool store) {
        const MachineValue address = value_of(state, name);
        return std::ranges::any_of(state.pending, [&](const Announcement& announcement) {
            return announcement.store == store && announcement.address == address &&
                   announcement.bytes == bytes;
        });
    };
    const bool is_argument = !state.has_called && item.called == "memcpy" &&
                             value_of(state, "rdi").root == locals_name &&
                             value_of(state, "rsi").root == frame_name;
    if (is_argument) {
        return CallKind::other;
    }
    state.has_called = true;
    const bool is_announced =
        holds("rdi", true) && (item.called == "memset" || holds("rsi", false));
    return is_announced ? CallKind::announced_copy : CallKind::missed_copy;
}

} // namespace

const char* name(OperandClass operand_class) {
    switch (operand_class) {
    case OperandClass::announced: return "announced";
    case OperandClass::frame: return "frame";
    case OperandClass::constant_pool: return "constant pool";
    case OperandClass::jump_table: return "jump table";
    case OperandClass::kit_constant: return "kit's constant";
    case OperandClass::thread_local_table: return "thread-local table";
    case OperandClass::safestack_pointer: return "safestack pointer";
    case OperandClass::part_again: return "part again";
    case OperandClass::argument_copy: return "argument's copy";
    case OperandClass::missed: break;
    }
    return "missed";
}

std::vector<OperandClass> classes_of(MachineState& state, const Instruction& item) {
    std::vector<OperandClass> classes;
    if (accesses_nothing(item)) {
        return classes;
    }
    const bool is_exchange = item.mnemonic == "xchg";
    for (std::size_t i = 0; i < item.operands.size(); ++i) {
        Operand operand = item.operands[i];
        if (operand.kind != Operand::Kind::memory) {
            continue;
        }
        const bool writes = i == 0 && !only_reads(item);
        const bool reads = !writes || !overwrites_first(item);
        if (item.prefix == "rep") {
            const MachineValue count = value_of(state, "rcx");
            operand.bytes =
                count.name == number_name ? operand.bytes * static_cast<int>(count.offset) : 0;
        }
        classes.push_back(
            class_of(state, item, operand, reads || is_exchange, writes || is_exchange));
    }
    return classes;
}

CallKind carry_out_call(MachineState& state, const Instruction& item) {
    const auto kind = announced_kind(item.called);
    std::erase_if(state.pending, [&](const Announcement& announcement) {
        const bool is_used = std::ranges::find(announcement.used, true) != announcement.used.end();
        return is_used || (kind && !announcement.range);
    });
    CallKind result = CallKind::other;
    if (kind) {
        const bool range = kind->bytes == 0;
        state.pending.push_back({value_of(state, "rdi"),
                                 range ? value_of(state, "rsi") : number_value(kind->bytes),
                                 kind->store,
                                 range,
                                 {}});
        state.has_called = true;
        result = CallKind::announcement;
    } else {
        if (is_one(item.called, {"memcpy", "memmove", "memset"})) {
            result = carry_out_copy(state, item);
        } else {
            state.has_called = true;
        }
        state.pending.clear();
    }
    for (const char* name : lost_in_calls) {
        set_unknown(state, item, name);
    }
    return result;
}

} // namespace kit
