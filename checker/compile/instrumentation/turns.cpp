#include "checker/compile/instrumentation/turns.hpp"

#include "checker/compile/instrumentation/prepare.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace kit::instrumentation {

namespace {

using Blocks = std::set<int>;

struct Loop {
    int header;
    Blocks latches; ///< that jump back to the header
    Blocks body;
};

/// A function's blocks and the jumps between them. The first block is number 0.
class Flow {
public:
    explicit Flow(llvm::Value function) {
        std::map<llvm::BasicBlock, int> numbers;
        for (auto block = llvm::GetFirstBasicBlock(function); block != nullptr;
             block = llvm::GetNextBasicBlock(block)) {
            numbers.emplace(block, static_cast<int>(numbers.size()));
            blocks_.push_back({block, {}, {}});
        }
        for (std::size_t from = 0; from < blocks_.size(); ++from) {
            const llvm::Value jump = llvm::GetBasicBlockTerminator(blocks_[from].block);
            for (unsigned i = 0; i < llvm::GetNumSuccessors(jump); ++i) {
                const int to = numbers.at(llvm::GetSuccessor(jump, i));
                blocks_[from].next.push_back(to);
                at(to).before.push_back(static_cast<int>(from));
            }
        }
    }

    /// Natural loops, those inside others first.
    [[nodiscard]] std::vector<Loop> loops() {
        std::map<int, Loop> found;
        for (const auto& [latch, header] : jumps_back()) {
            if (!reached(0, header).contains(latch)) { // else the loop has another entry
                Loop& loop = found.try_emplace(header, Loop{header, {}, {header}}).first->second;
                loop.latches.insert(latch);
                add_body(loop, latch);
            }
        }
        std::vector<Loop> sorted;
        for (auto& [header, loop] : found) {
            sorted.push_back(std::move(loop));
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const Loop& a, const Loop& b) {
            return a.body.size() < b.body.size();
        });
        return sorted;
    }

    /// Whether each turn of the loop comes by the block once.
    [[nodiscard]] bool is_in_each_turn(const Loop& loop, int block) const {
        if (block == loop.header || loop.latches == Blocks{block}) {
            return true;
        }
        const Blocks without = reached(loop.header, block, &loop.body);
        return std::none_of(loop.latches.begin(), loop.latches.end(), [&](int latch) {
            return latch != block && (latch == loop.header || without.contains(latch));
        });
    }

    [[nodiscard]] Blocks exits(const Loop& loop) const {
        Blocks found;
        for (const int block : loop.body) {
            for (const int next : at(block).next) {
                if (!loop.body.contains(next)) {
                    found.insert(next);
                }
            }
        }
        return found;
    }

    [[nodiscard]] llvm::BasicBlock block(int number) const { return at(number).block; }

    [[nodiscard]] int count() const { return static_cast<int>(blocks_.size()); }

private:
    struct Block {
        llvm::BasicBlock block;
        std::vector<int> next;
        std::vector<int> before;
    };

    [[nodiscard]] Block& at(int number) { return blocks_[static_cast<std::size_t>(number)]; }

    [[nodiscard]] const Block& at(int number) const {
        return blocks_[static_cast<std::size_t>(number)];
    }

    /// Jumps to a block on the way by which they were reached: from, to.
    [[nodiscard]] std::vector<std::pair<int, int>> jumps_back() const {
        enum class State { fresh, open, done };
        std::vector<State> states(blocks_.size(), State::fresh);
        std::vector<std::pair<int, std::size_t>> way{{0, 0}};
        std::vector<std::pair<int, int>> found;
        states[0] = State::open;
        while (!way.empty()) {
            const int from = way.back().first;
            if (way.back().second == at(from).next.size()) {
                states[static_cast<std::size_t>(from)] = State::done;
                way.pop_back();
                continue;
            }
            const int to = at(from).next[way.back().second++];
            State& state = states[static_cast<std::size_t>(to)];
            if (state == State::open) {
                found.emplace_back(from, to);
            } else if (state == State::fresh) {
                state = State::open;
                way.emplace_back(to, 0);
            }
        }
        return found;
    }

    /// The blocks after `from`, and itself, on ways that do not enter `without` and stay within `within`.
    [[nodiscard]] Blocks reached(int from, int without, const Blocks* within = nullptr) const {
        Blocks found;
        std::vector<int> open;
        if (from != without) {
            found.insert(from);
            open.push_back(from);
        }
        while (!open.empty()) {
            const int last = open.back();
            open.pop_back();
            for (const int next : at(last).next) {
                if (next != without && (within == nullptr || within->contains(next)) &&
                    found.insert(next).second) {
                    open.push_back(next);
                }
            }
        }
        return found;
    }

    void add_body(Loop& loop, int latch) const {
        std::vector<int> open{latch};
        while (!open.empty()) {
            const int last = open.back();
            open.pop_back();
            if (loop.body.insert(last).second) {
                open.insert(open.end(), at(last).before.begin(), at(last).before.end());
            }
        }
    }

    std::vector<Block> blocks_;
};

/// What a block calls.
struct Calls {
    bool announces = false; ///< an access
    bool barrier = false;
};

Calls calls_of(llvm::BasicBlock block) {
    Calls calls;
    for (llvm::Value item = llvm::GetFirstInstruction(block); item != nullptr;
         item = llvm::GetNextInstruction(item)) {
        if (llvm::GetInstructionOpcode(item) == llvm::op_call) {
            const std::string_view name = called_name(item);
            calls.barrier = calls.barrier || name == "kit_block_barrier";
            // A function that is not inlined may access memory.
            calls.announces =
                calls.announces || name.starts_with("__tsan_") || name.starts_with("_Z");
        }
    }
    return calls;
}

/// The first place in a block at which a call may stand.
llvm::Value begin_of(llvm::BasicBlock block) {
    llvm::Value item = llvm::GetFirstInstruction(block);
    while (llvm::IsAPHINode(item) != nullptr) {
        item = llvm::GetNextInstruction(item);
    }
    return item;
}

class Turns {
public:
    Turns(const Session& session, llvm::Module module) : session_(session), module_(module) {}

    void announce(llvm::Value function) {
        Flow flow(function);
        const std::vector<Loop> loops = flow.loops();
        if (loops.empty()) {
            return;
        }
        std::vector<Calls> calls;
        for (int block = 0; block < flow.count(); ++block) {
            calls.push_back(calls_of(flow.block(block)));
        }
        for (auto loop = loops.begin(); loop != loops.end(); ++loop) {
            if (needs_turns(flow, calls, *loop, {loops.begin(), loop})) {
                tell(flow, *loop);
            }
        }
    }

private:
    static bool needs_turns(const Flow& flow, const std::vector<Calls>& calls, const Loop& loop,
                            const std::vector<Loop>& smaller) {
        const auto of = [&](int block) { return calls[static_cast<std::size_t>(block)]; };
        if (std::any_of(loop.body.begin(), loop.body.end(),
                        [&](int block) { return of(block).barrier; })) {
            return false;
        }
        return std::any_of(loop.body.begin(), loop.body.end(), [&](int block) {
            const bool is_in_inner =
                std::any_of(smaller.begin(), smaller.end(), [&](const Loop& other) {
                    return loop.body.contains(other.header) && other.body.contains(block);
                });
            return of(block).announces && (is_in_inner || !flow.is_in_each_turn(loop, block));
        });
    }

    void tell(const Flow& flow, const Loop& loop) {
        const unsigned long long number = ++loops_;
        for (const int latch : loop.latches) {
            tell_before(llvm::GetBasicBlockTerminator(flow.block(latch)), 2 * number);
        }
        for (const int exit : flow.exits(loop)) {
            tell_before(begin_of(flow.block(exit)), 2 * number + 1);
        }
    }

    void tell_before(llvm::Value item, unsigned long long turn) const {
        session_.build_before(item);
        session_.call_runtime(module_, "kit_turn", {llvm::ConstInt(session_.i64, turn, 0)});
    }

    const Session& session_;
    llvm::Module module_;
    unsigned long long loops_ = 0;
};

} // namespace

void announce_turns(const Session& session, llvm::Module module) {
    Turns turns(session, module);
    each_function(module, [&](llvm::Value function) {
        if (llvm::IsDeclaration(function) == 0 && !is_glue(function)) {
            turns.announce(function);
        }
    });
}

} // namespace kit::instrumentation
