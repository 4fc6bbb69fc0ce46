#include "tests/instrumentation/machine_state.hpp"

#include "tests/instrumentation/instruction_kinds.hpp"

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

using Kind = Operand::Kind;

MachineValue symbol_value(const std::string& space, const std::string& symbol,
                          std::int64_t offset) {
    return {space + symbol, offset, space + symbol};
}

std::string new_name(const Instruction& item, const std::string& what) {
    return "made at " + std::to_string(item.address) + " " + what;
}

/// A value of which nothing is known. What the same instruction made before, in an earlier round of a
/// loop, is another value from here on.
MachineValue unknown(MachineState& state, const Instruction& item, const std::string& what,
                     const std::string& root) {
    const std::string made = new_name(item, what);
    for (auto& [name, value] : state.registers) {
        if (value.name == made) {
            value.name = "old " + name + " of " + made;
        }
    }
    std::erase_if(state.slots, [&](const auto& slot) {
        return slot.second.name == made || slot.first.first == made;
    });
    std::erase_if(state.pending, [&](const Announcement& announcement) {
        return announcement.address.name == made || announcement.bytes.name == made;
    });
    return {made, 0, root};
}

/// Sums numbers, and the thread's memory with a variable's distance in it.
MachineAddress added(MachineValue sum, const std::vector<MachineValue>& parts,
                     MachineAddress address) {
    bool is_known = true;
    for (const MachineValue& part : parts) {
        const std::string_view distance = "distance of ";
        if (part.name == number_name) {
            sum.offset += part.offset;
        } else if (sum.name == number_name) {
            sum = {part.name, sum.offset + part.offset, part.root};
        } else if (sum.name == thread_name && part.name.starts_with(distance)) {
            sum = symbol_value("thread's ", part.name.substr(distance.size()),
                               sum.offset + part.offset);
        } else if (part.name == thread_name && sum.name.starts_with(distance)) {
            sum = symbol_value("thread's ", sum.name.substr(distance.size()),
                               sum.offset + part.offset);
        } else {
            is_known = false;
            if (part.root.empty() || sum.root.empty()) {
                sum.root += part.root;
            } else if (sum.root == thread_name && part.root.starts_with(distance)) {
                sum.root = "thread's " + part.root.substr(distance.size());
            } else if (part.root == thread_name && sum.root.starts_with(distance)) {
                sum.root = "thread's " + sum.root.substr(distance.size());
            } else {
                sum.root.clear();
            }
        }
    }
    address.root = sum.root;
    if (is_known) {
        address.value = std::move(sum);
    }
    return address;
}

void store_slot(MachineState& state, const MachineAddress& address, int bytes,
                std::optional<MachineValue> value) {
    if (address.root != frame_name || !address.value) {
        return;
    }
    const auto& [name, offset, root] = *address.value;
    std::erase_if(state.slots, [&, &name = name, &offset = offset](const auto& slot) {
        return slot.first.first == name && slot.first.second < offset + bytes &&
               offset < slot.first.second + 8;
    });
    if (value && bytes == 8) {
        state.slots[{name, offset}] = *value;
    }
}

void move_frame(MachineState& state, std::int64_t by) {
    MachineValue top = value_of(state, "rsp");
    top.offset += by;
    state.registers["rsp"] = top;
}

/// What an operand of 8 bytes holds; of a number, with what the linker adds.
std::optional<MachineValue> value_of_operand(MachineState& state, const Operand& operand) {
    if (operand.kind == Kind::gpr && operand.bytes == 8) {
        return value_of(state, operand.name);
    }
    if (operand.kind == Kind::number) {
        const SymbolUse& use = operand.symbol;
        return use.name.empty()                ? number_value(operand.number)
               : use.how == "R_X86_64_TPOFF32" ? symbol_value("distance of ", use.name, use.offset)
                                               : symbol_value("variable ", use.name, use.offset);
    }
    if (operand.kind != Kind::memory || operand.bytes != 8) {
        return std::nullopt;
    }
    const MachineAddress address = address_of(state, operand);
    if (operand.symbol.how == "R_X86_64_GOTTPOFF") {
        return symbol_value("distance of ", operand.symbol.name, 0);
    }
    if (address.root == safestack_pointer_root) {
        return MachineValue{"", 0, locals_name};
    }
    if (address.value && address.value->name == thread_name && address.value->offset == 0) {
        return MachineValue{thread_name, 0, thread_name}; // fs:0 holds its own address
    }
    if (address.value && address.root == frame_name) {
        const auto slot = state.slots.find({address.value->name, address.value->offset});
        return slot == state.slots.end() ? std::nullopt : std::optional(slot->second);
    }
    return std::nullopt;
}

/// The new value of the first operand, where that is known.
std::optional<MachineValue> result_of(MachineState& state, const Instruction& item) {
    const std::string& what = item.mnemonic;
    const Operand& to = item.operands[0];
    if (item.operands.size() == 2 && (what == "mov" || what == "movabs")) {
        const Operand& from = item.operands[1];
        const bool is_whole = to.bytes == 8 || (from.kind == Kind::number && to.bytes == 4);
        return is_whole ? value_of_operand(state, from) : std::nullopt;
    }
    if (what == "lea" && to.bytes == 8) {
        const MachineAddress address = address_of(state, item.operands[1]);
        return address.value ? *address.value : MachineValue{"", 0, address.root};
    }
    if (what == "xor" && to.kind == Kind::gpr && item.operands[1].name == to.name) {
        return number_value(0);
    }
    if (to.kind != Kind::gpr || to.bytes != 8) {
        return std::nullopt;
    }
    const MachineValue old = value_of(state, to.name);
    if (what == "inc" || what == "dec") {
        return MachineValue{old.name, old.offset + (what == "inc" ? 1 : -1), old.root};
    }
    if (item.operands.size() < 2) {
        return std::nullopt;
    }
    const auto other = value_of_operand(state, item.operands[1]);
    if (what == "add" && other) {
        const MachineAddress sum = added(number_value(0), {old, *other}, {});
        return sum.value ? *sum.value : MachineValue{"", 0, sum.root};
    }
    if (what == "sub" && other && other->name == number_name) {
        return MachineValue{old.name, old.offset - other->offset, old.root};
    }
    if (is_one(what, {"add", "sub", "and", "or"})) {
        return MachineValue{"", 0, old.root};
    }
    if (what.starts_with("cmov") && other && other->root == old.root) {
        return MachineValue{"", 0, old.root};
    }
    return std::nullopt;
}

void write_first(MachineState& state, const Instruction& item) {
    const Operand& to = item.operands[0];
    if (to.kind == Kind::gpr) {
        const auto value = result_of(state, item);
        if (value && !value->name.empty()) {
            state.registers[to.name] = *value;
        } else {
            set_unknown(state, item, to.name, value ? value->root : "");
        }
    } else if (to.kind == Kind::memory) {
        const MachineAddress address = address_of(state, to);
        store_slot(state, address, to.bytes,
                   item.mnemonic == "mov" ? value_of_operand(state, item.operands[1])
                                          : std::nullopt);
    }
}

void meet(MachineState& state, const MachineState& other, const std::string& here,
          std::set<std::string>& merged) {
    std::erase_if(state.registers,
                  [&](const auto& item) { return other.registers.count(item.first) == 0; });
    for (auto& [name, value] : state.registers) {
        const MachineValue& same = other.registers.at(name);
        if (value.name != same.name || value.offset != same.offset) {
            merged.insert(name);
            value.name = here + name;
            value.offset = 0;
        }
        value.root = value.root == same.root ? value.root : "";
    }
    state.has_called = state.has_called || other.has_called;
    std::erase_if(state.slots, [&](const auto& item) {
        const auto same = other.slots.find(item.first);
        return same == other.slots.end() || !(same->second == item.second);
    });
    std::erase_if(state.pending, [&](const Announcement& item) {
        return std::ranges::find(other.pending, item) == other.pending.end();
    });
}

} // namespace

MachineValue number_value(std::int64_t number) {
    return {number_name, number, ""};
}

MachineState state_at_entry() {
    MachineState state;
    state.registers["rsp"] = {frame_name, 0, frame_name};
    return state;
}

MachineState meeting_of(const std::vector<const MachineState*>& ways, const std::string& place,
                        std::set<std::string>& merged) {
    const std::string here = "meeting " + place + " ";
    MachineState state = *ways.front();
    for (std::size_t i = 1; i < ways.size(); ++i) {
        meet(state, *ways[i], here, merged);
    }
    for (auto& [name, value] : state.registers) {
        const bool is_another = value.name.starts_with(here) && value.name != here + name;
        if (merged.count(name) != 0 || is_another) {
            merged.insert(name);
            value = {here + name, 0, value.root};
        }
    }
    std::erase_if(state.slots,
                  [&](const auto& slot) { return slot.second.name.starts_with(here); });
    return state;
}

MachineValue value_of(MachineState& state, const std::string& name) {
    const auto [found, is_new] =
        state.registers.try_emplace(name, MachineValue{"first " + name, 0, ""});
    return found->second;
}

void set_unknown(MachineState& state, const Instruction& item, const std::string& name,
                 const std::string& root) {
    MachineValue value = unknown(state, item, name, root);
    state.registers[name] = std::move(value);
}

MachineAddress address_of(MachineState& state, const Operand& operand) {
    MachineValue sum = number_value(operand.number);
    std::vector<MachineValue> parts;
    if (!operand.symbol.name.empty()) {
        const SymbolUse& use = operand.symbol;
        if (use.how == "R_X86_64_GOTTPOFF") {
            sum.offset = 0;
            parts.push_back(symbol_value("distance of ", use.name, 0));
        } else if (use.how == "R_X86_64_TPOFF32") {
            parts.push_back(symbol_value("distance of ", use.name, use.offset));
        } else {
            sum.offset = operand.base == "rip" ? 0 : sum.offset;
            parts.push_back(symbol_value("variable ", use.name, use.offset));
        }
    }
    if (operand.segment == "fs") {
        parts.push_back({thread_name, 0, thread_name});
    }
    if (!operand.base.empty() && operand.base != "rip") {
        parts.push_back(value_of(state, operand.base));
    }
    MachineAddress address;
    if (!operand.index.empty()) {
        MachineValue index = value_of(state, operand.index);
        if (operand.scale != 1 && index.name != number_name) {
            index = {"scaled", 0, ""};
        }
        index.offset *= index.name == number_name ? operand.scale : 1;
        address.has_index = index.name != number_name;
        parts.push_back(std::move(index));
    }
    return added(std::move(sum), parts, std::move(address));
}

bool carry_out(MachineState& state, const Instruction& item) {
    const std::string& what = item.mnemonic;
    if (what == "push") {
        const auto value = value_of_operand(state, item.operands[0]);
        move_frame(state, -8);
        store_slot(state, {value_of(state, "rsp"), frame_name, false}, 8, value);
    } else if (what == "pop") {
        const MachineValue top = value_of(state, "rsp");
        const auto slot = state.slots.find({top.name, top.offset});
        if (slot != state.slots.end()) {
            state.registers[item.operands[0].name] = slot->second;
        } else {
            set_unknown(state, item, item.operands[0].name);
        }
        move_frame(state, 8);
    } else if (is_one(what, {"cdq", "cqo", "cwd"})) {
        set_unknown(state, item, "rdx");
    } else if (is_one(what, {"cdqe", "cwde", "cbw"})) {
        set_unknown(state, item, "rax");
    } else if (writes_pair(item)) {
        set_unknown(state, item, "rax");
        set_unknown(state, item, "rdx");
    } else if (what == "xchg") {
        const bool is_nothing =
            item.operands[0].kind == Kind::gpr && item.operands[0].name == item.operands[1].name;
        for (const Operand& operand : item.operands) {
            if (operand.kind == Kind::gpr && !is_nothing) {
                set_unknown(state, item, operand.name);
            } else if (operand.kind == Kind::memory) {
                store_slot(state, address_of(state, operand), operand.bytes, std::nullopt);
            }
        }
    } else if (item.prefix == "rep") {
        for (const char* name : {"rcx", "rsi", "rdi"}) {
            set_unknown(state, item, name);
        }
        state.slots.clear(); // it may have copied to the frame
    } else if (item.operands.empty() || only_reads(item)) {
        return only_reads(item) || writes_first(item);
    } else {
        write_first(state, item);
        return writes_first(item);
    }
    return true;
}

} // namespace kit
