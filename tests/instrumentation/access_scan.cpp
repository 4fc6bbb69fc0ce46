// Goes over a function on all ways that its jumps allow until nothing new is found, then once more to count
// and complain. An access is announced if the call before it got the name that the access's address has.
#include "tests/instrumentation/access_scan.hpp"

#include "tests/instrumentation/instruction_kinds.hpp"
#include "tests/instrumentation/machine_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace kit {

namespace {

struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
    bool is_due = true; ///< to be followed, or followed anew
    std::optional<MachineState> out;
    std::set<std::string> merged; ///< registers that differ where ways meet here
};

class FunctionScan {
public:
    FunctionScan(const MachineFunction& function, const std::vector<std::uint64_t>& table_targets,
                 AccessScan& result)
        : function_(function), items_(function.instructions), table_targets_(table_targets),
          result_(result) {}

    void run() {
        find_blocks();
        constexpr int most_rounds = 200;
        bool changed = true;
        for (int round = 0; changed; ++round) {
            if (round == most_rounds) {
                result_.complaints.push_back(function_.name + ": the scan comes to no end");
                return;
            }
            changed = false;
            for (std::size_t i = 0; i < blocks_.size(); ++i) {
                changed = follow(i) || changed;
            }
        }
        tells_ = true;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (auto state = state_before(i)) {
                pass(blocks_[i], *state);
            } else {
                check_unreached(blocks_[i]);
            }
        }
    }

private:
    /// Whether something new is known after the block.
    bool follow(std::size_t number) {
        Block& block = blocks_[number];
        auto state = block.is_due ? state_before(number) : std::nullopt;
        if (!state) {
            return false;
        }
        block.is_due = false;
        pass(block, *state);
        if (block.out && *block.out == *state) {
            return false;
        }
        block.out = std::move(state);
        for (const std::size_t next : block.after) {
            blocks_[next].is_due = true;
        }
        return true;
    }

    /// Only what fills up lines of the cache is reached on no way.
    void check_unreached(const Block& block) {
        for (std::size_t i = block.begin; i < block.end; ++i) {
            const Instruction& item = items_[i];
            const bool is_nothing =
                item.mnemonic == "nop" || item.mnemonic == "int3" || item.mnemonic == "ud2" ||
                (item.mnemonic == "xchg" && item.operands[0].name == item.operands[1].name);
            if (!is_nothing) {
                complain(item, "no way leads here that the scan sees");
            }
        }
    }

    void complain(const Instruction& item, const std::string& why) {
        if (tells_) {
            result_.complaints.push_back(function_.name + ": " + item.text + ": " + why);
        }
    }

    // ---- the ways through the function

    bool is_by_table(const Instruction& item) const {
        return item.mnemonic == "jmp" && !item.is_direct && item.called.empty();
    }

    void find_blocks() {
        std::set<std::uint64_t> begins;
        const std::uint64_t first = items_.front().address;
        const std::uint64_t last = items_.back().address;
        const auto is_inside = [&](std::uint64_t place) { return place >= first && place <= last; };
        std::vector<std::uint64_t> by_table;
        for (const std::uint64_t target : table_targets_) {
            if (is_inside(target)) {
                by_table.push_back(target);
                begins.insert(target);
            }
        }
        begins.insert(first);
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (is_jump(items_[i]) || ends_way(items_[i])) {
                if (items_[i].is_direct && is_inside(items_[i].target)) {
                    begins.insert(items_[i].target);
                }
                if (i + 1 < items_.size()) {
                    begins.insert(items_[i + 1].address);
                }
            }
        }
        std::map<std::uint64_t, std::size_t> block_at;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (begins.count(items_[i].address) != 0) {
                block_at[items_[i].address] = blocks_.size();
                blocks_.emplace_back().begin = i;
            }
            blocks_.back().end = i + 1;
        }
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const Instruction& item = items_[blocks_[i].end - 1];
            const auto leads_to = [&](std::size_t next) {
                blocks_[i].after.push_back(next);
                blocks_[next].before.push_back(i);
            };
            if (!ends_way(item) && i + 1 < blocks_.size()) {
                leads_to(i + 1);
            }
            if (is_jump(item) && item.is_direct && block_at.count(item.target) != 0) {
                leads_to(block_at.at(item.target));
            }
            if (is_by_table(item)) {
                for (const std::uint64_t target : by_table) {
                    if (block_at.count(target) != 0) {
                        leads_to(block_at.at(target));
                    }
                }
            }
        }
    }

    /// What holds on all ways into the block that are known so far; absent: none is known.
    std::optional<MachineState> state_before(std::size_t number) {
        std::vector<const MachineState*> ways;
        if (number == 0) {
            ways.push_back(&entry_);
        }
        for (const std::size_t i : blocks_[number].before) {
            if (blocks_[i].out) {
                ways.push_back(&*blocks_[i].out);
            }
        }
        if (ways.empty()) {
            return std::nullopt;
        }
        return meeting_of(ways, std::to_string(number), blocks_[number].merged);
    }

    // ---- instructions

    void pass(const Block& block, MachineState& state) {
        for (std::size_t i = block.begin; i < block.end; ++i) {
            const Instruction& item = items_[i];
            for (const OperandClass operand : classes_of(state, item)) {
                if (tells_) {
                    ++result_.operands[operand];
                }
                if (operand == OperandClass::missed) {
                    complain(item, "an access that was not announced");
                }
            }
            if (item.mnemonic == "call") {
                pass_call(state, item);
            } else if (!carry_out(state, item)) {
                complain(item, "an instruction that the scan does not know");
            }
        }
    }

    void pass_call(MachineState& state, const Instruction& item) {
        const CallKind kind = carry_out_call(state, item);
        const bool is_copy = kind == CallKind::announced_copy || kind == CallKind::missed_copy;
        if (kind == CallKind::missed_copy) {
            complain(item, "a copy that was not announced");
        }
        result_.announcements += tells_ && kind == CallKind::announcement ? 1 : 0;
        result_.checked_copies += tells_ && is_copy ? 1 : 0;
    }

    const MachineFunction& function_;
    const std::vector<Instruction>& items_;
    const std::vector<std::uint64_t>& table_targets_;
    AccessScan& result_;
    const MachineState entry_ = state_at_entry();
    std::vector<Block> blocks_;
    bool tells_ = false;
};

/// kit_submission_kernel and kit_submission_launch_config, which hand over arguments that the kit chose.
bool is_entry(const MachineFunction& function) {
    return function.name == "kit_submission_kernel" ||
           function.name == "kit_submission_launch_config";
}

} // namespace

AccessScan scan_accesses(const MachineCode& code) {
    AccessScan result;
    for (const MachineFunction& function : code.functions) {
        if (!is_entry(function) && !function.instructions.empty()) {
            ++result.functions;
            FunctionScan(function, code.table_targets, result).run();
        }
    }
    return result;
}

} // namespace kit
