#include "checker/compile/instrumentation/turns.hpp"

#include "checker/compile/instrumentation/flow_graph.hpp"
#include "checker/compile/instrumentation/prepare.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace kit::instrumentation {

namespace {

struct Loop {
    int header;
    std::set<int> latches;  ///< that jump back to the header
    std::vector<bool> body; ///< by block

    [[nodiscard]] bool has(int block) const { return body[block]; }
};

/// Jumps to a block that is on the way by which they were reached: from, to.
std::vector<std::pair<int, int>> jumps_back(const FlowGraph& graph) {
    enum class State { fresh, open, done };
    std::vector<State> states(graph.blocks.size(), State::fresh);
    std::vector<std::pair<int, std::size_t>> way{{0, 0}};
    std::vector<std::pair<int, int>> found;
    states[0] = State::open;
    while (!way.empty()) {
        const int from = way.back().first;
        if (way.back().second == graph.at(from).next.size()) {
            states[from] = State::done;
            way.pop_back();
            continue;
        }
        const int to = graph.at(from).next[way.back().second++];
        State& state = states[to];
        if (state == State::open) {
            found.emplace_back(from, to);
        } else if (state == State::fresh) {
            state = State::open;
            way.emplace_back(to, 0);
        }
    }
    return found;
}

/// Adds the blocks from which the latch is reached without the header.
void add_body(const FlowGraph& graph, int latch, Loop& loop) {
    std::vector<int> open{latch};
    while (!open.empty()) {
        const int last = open.back();
        open.pop_back();
        if (!loop.has(last)) {
            loop.body[last] = true;
            open.insert(open.end(), graph.at(last).before.begin(), graph.at(last).before.end());
        }
    }
}

/// Natural loops, those inside others first.
std::vector<Loop> loops_of(const FlowGraph& graph) {
    std::map<int, Loop> found; // by header
    for (const auto& [latch, header] : jumps_back(graph)) {
        if (graph.after(0, header)[latch]) {
            continue; // the loop has another entry
        }
        const auto [entry, is_new] =
            found.try_emplace(header, Loop{header, {}, std::vector<bool>(graph.blocks.size())});
        Loop& loop = entry->second;
        loop.body[header] = true;
        loop.latches.insert(latch);
        add_body(graph, latch, loop);
    }
    std::vector<Loop> sorted;
    for (auto& [header, loop] : found) {
        sorted.push_back(std::move(loop));
    }
    const auto size = [](const Loop& loop) { return std::ranges::count(loop.body, true); };
    std::ranges::stable_sort(sorted,
                             [&](const Loop& a, const Loop& b) { return size(a) < size(b); });
    return sorted;
}

/// Whether each turn of the loop comes by the block once, if no inner loop has it.
bool is_in_each_turn(const FlowGraph& graph, const Loop& loop, int block) {
    if (block == loop.header) {
        return true;
    }
    const std::vector<bool> others = graph.after(loop.header, block, &loop.body);
    return std::ranges::none_of(loop.latches,
                                [&](int latch) { return latch == loop.header || others[latch]; });
}

std::set<int> exits_of(const FlowGraph& graph, const Loop& loop) {
    std::set<int> found;
    for (int block = 0; block < graph.count(); ++block) {
        for (const int next : graph.at(block).next) {
            if (loop.has(block) && !loop.has(next)) {
                found.insert(next);
            }
        }
    }
    return found;
}

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
        const FlowGraph graph(function);
        const std::vector<Loop> loops = loops_of(graph);
        if (loops.empty()) {
            return;
        }
        std::vector<Calls> calls;
        for (const FlowGraph::Block& block : graph.blocks) {
            calls.push_back(calls_of(block.block));
        }
        for (auto loop = loops.begin(); loop != loops.end(); ++loop) {
            if (needs_turns(graph, calls, *loop, {loops.begin(), loop})) {
                tell(graph, *loop);
            }
        }
    }

private:
    static bool needs_turns(const FlowGraph& graph, const std::vector<Calls>& calls,
                            const Loop& loop, const std::vector<Loop>& smaller) {
        bool is_needed = false;
        for (int block = 0; block < graph.count(); ++block) {
            const auto& [announces, barrier] = calls[block];
            if (!loop.has(block)) {
                continue;
            }
            if (barrier) {
                return false;
            }
            const bool is_in_inner = std::ranges::any_of(smaller, [&](const Loop& other) {
                return loop.has(other.header) && other.has(block);
            });
            is_needed =
                is_needed || (announces && (is_in_inner || !is_in_each_turn(graph, loop, block)));
        }
        return is_needed;
    }

    void tell(const FlowGraph& graph, const Loop& loop) {
        const unsigned long long number = ++loops_;
        for (const int latch : loop.latches) {
            tell_before(graph.at(latch).jump, 2 * number);
        }
        for (const int exit : exits_of(graph, loop)) {
            tell_before(begin_of(graph.at(exit).block), 2 * number + 1);
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
