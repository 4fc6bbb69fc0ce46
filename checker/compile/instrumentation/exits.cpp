#include "checker/compile/instrumentation/exits.hpp"

#include "checker/base/text_scanner.hpp"
#include "checker/compile/instrumentation/flow_graph.hpp"
#include "checker/compile/instrumentation/prepare.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace kit::instrumentation {

namespace {

/// Stands for the line that a function's caller gives.
constexpr unsigned long long given_line = 0;

/// kernel.cu, by lines.
std::vector<std::string> source_lines() {
    std::ifstream file("kernel.cu", std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string word_at(const std::string& line, std::size_t at) {
    const auto begin = line.begin() + static_cast<std::ptrdiff_t>(std::min(at, line.size()));
    return {begin, std::find_if_not(begin, line.end(), is_name_letter)};
}

/// Where the file returns: at the keyword, or at a macro that is defined with it.
class Returns {
public:
    Returns() : lines_(source_lines()), words_{"return"} {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const std::size_t define = lines_[i].find("define ");
            if (define == std::string::npos || lines_[i].find('#') > define) {
                continue;
            }
            std::string macro = lines_[i].substr(
                std::min(lines_[i].find_first_not_of(' ', define + 7), lines_[i].size()));
            for (std::size_t next = i + 1; macro.ends_with('\\') && next < lines_.size(); ++next) {
                macro.back() = ' ';
                macro += lines_[next];
            }
            if (macro.find("return") != std::string::npos) {
                words_.insert(word_at(macro, 0));
            }
        }
    }

    [[nodiscard]] bool ends_at(llvm::Value jump) const {
        const llvm::Metadata place = student_place(llvm::InstructionGetDebugLoc(jump));
        if (place == nullptr) {
            return false;
        }
        const unsigned line = llvm::DILocationGetLine(place);
        const unsigned column = llvm::DILocationGetColumn(place);
        return line > 0 && line <= lines_.size() && column > 0 &&
               words_.contains(word_at(lines_[line - 1], column - 1));
    }

private:
    std::vector<std::string> lines_;
    std::set<std::string> words_;
};

/// The barriers that a call comes to, by function.
class Barriers {
public:
    [[nodiscard]] Lines of_call(llvm::Value call) {
        const llvm::Value callee = llvm::GetCalledValue(call);
        const unsigned count = llvm::GetNumArgOperands(call);
        if (llvm::IsAFunction(callee) == nullptr || count == 0) {
            return llvm::IsAFunction(callee) == nullptr ? Lines{} : of_function(callee);
        }
        const bool is_barrier = name_of(callee) == "kit_block_barrier";
        Lines lines = is_barrier ? Lines{given_line} : of_function(callee);
        const llvm::Value last = llvm::GetOperand(call, count - 1);
        if (lines.contains(given_line) && llvm::IsAConstantInt(last) != nullptr) {
            lines.erase(given_line);
            lines.insert(llvm::ConstIntGetZExtValue(last));
        }
        return lines;
    }

private:
    const Lines& of_function(llvm::Value function) {
        const auto [known, is_new] = functions_.try_emplace(function);
        if (is_new && llvm::IsDeclaration(function) == 0) {
            Lines lines; // a function that calls itself adds nothing
            each_instruction(function, [&](llvm::Value item) {
                if (llvm::GetInstructionOpcode(item) == llvm::op_call) {
                    lines.merge(of_call(item));
                }
            });
            functions_[function] = std::move(lines);
        }
        return functions_[function];
    }

    std::map<llvm::Value, Lines> functions_;
};

/// With the barriers of each block.
class Graph : public FlowGraph {
public:
    Graph(llvm::Value function, Barriers& barriers) : FlowGraph(function) {
        for (const Block& block : blocks) {
            barriers_.emplace_back();
            for (llvm::Value item = llvm::GetFirstInstruction(block.block); item != nullptr;
                 item = llvm::GetNextInstruction(item)) {
                if (llvm::GetInstructionOpcode(item) == llvm::op_call) {
                    barriers_.back().merge(barriers.of_call(item));
                }
            }
        }
    }

    [[nodiscard]] const Lines& barriers_of(int block) const { return barriers_[block]; }

    [[nodiscard]] bool has_barriers() const {
        return std::ranges::any_of(barriers_, [](const Lines& lines) { return !lines.empty(); });
    }

    /// Before the next two are asked.
    void find_dominators() {
        for (int at = 0; at < count(); ++at) {
            reached_.push_back(after(0, at));
        }
        for (int block = 0; block < count(); ++block) {
            int depth = 0;
            for (int at = 0; at < count(); ++at) {
                depth += dominates(at, block) ? 1 : 0;
            }
            depths_.push_back(depth);
        }
    }

    /// The last block before `block` in which it was still open whether the thread comes there; -1: there is none.
    [[nodiscard]] int decided_in(int block) const {
        const std::vector<int> before = dominators_of(block);
        const auto found = std::find_if(before.begin() + 1, before.end(),
                                        [&](int at) { return can_end(at, block); });
        return found == before.end() ? -1 : *found;
    }

    /// Whether the block is in a loop and no turn of the innermost one goes round it.
    [[nodiscard]] bool is_in_each_turn(int block) const {
        const std::vector<bool> later = after(block);
        const std::vector<int> before = dominators_of(block);
        const auto header =
            std::ranges::find_if(before, [&](int at) { return later[at] && has_back_jump(at); });
        return header != before.end() && (*header == block || !after(*header, block)[*header]);
    }

private:
    /// The blocks that each way from the function's begin to `block` leads through, itself first, the first block last.
    [[nodiscard]] std::vector<int> dominators_of(int block) const {
        std::vector<int> found;
        for (int at = 0; at < count(); ++at) {
            if (dominates(at, block)) {
                found.push_back(at);
            }
        }
        std::ranges::sort(found, [this](int a, int b) { return depth(a) > depth(b); });
        return found;
    }

    [[nodiscard]] bool dominates(int through, int block) const {
        return through == 0 || through == block || (block != 0 && !reached_[through][block]);
    }

    /// How many blocks dominate this one.
    [[nodiscard]] int depth(int block) const { return depths_[block]; }

    [[nodiscard]] bool can_end(int from, int without) const {
        const std::vector<bool> found = after(from, without);
        for (std::size_t at = 0; at < blocks.size(); ++at) {
            if (found[at] && llvm::GetInstructionOpcode(blocks[at].jump) == llvm::op_ret) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool has_back_jump(int header) const {
        const std::vector<int>& before = at(header).before;
        return std::ranges::any_of(before, [&](int block) { return dominates(header, block); });
    }

    std::vector<std::vector<bool>>
        reached_; ///< by block: those that ways from the begin without it reach
    std::vector<int> depths_;
    std::vector<Lines> barriers_;
};

/// The address of a constant table: how many lines, and the lines.
llvm::Value table_of(const Session& session, llvm::Module module, const Lines& lines) {
    std::vector<llvm::Value> numbers{llvm::ConstInt(session.i32, lines.size(), 0)};
    for (const unsigned long long line : lines) {
        numbers.push_back(llvm::ConstInt(session.i32, line, 0));
    }
    const auto count = static_cast<unsigned>(numbers.size());
    const llvm::Value table = llvm::AddGlobal(module, llvm::ArrayType(session.i32, count), "");
    llvm::SetInitializer(table, llvm::ConstArray(session.i32, numbers.data(), count));
    llvm::SetLinkage(table, llvm::private_linkage);
    llvm::SetGlobalConstant(table, 1);
    return llvm::ConstPointerCast(table, session.pointer);
}

Lines barriers_after(const Graph& graph, int block) {
    const std::vector<bool> found = graph.after(block);
    Lines lines;
    for (int at = 0; at < graph.count(); ++at) {
        if (found[at]) {
            lines.insert(graph.barriers_of(at).begin(), graph.barriers_of(at).end());
        }
    }
    return lines;
}

} // namespace

Lines announce_exits(const Session& session, llvm::Module module) {
    Barriers barriers;
    const Returns returns;
    Lines in_loops;
    each_function(module, [&](llvm::Value function) {
        if (llvm::IsDeclaration(function) != 0 || is_glue(function)) {
            return;
        }
        Graph graph(function, barriers);
        if (!graph.has_barriers()) {
            return;
        }
        graph.find_dominators();
        for (int at = 0; at < graph.count(); ++at) {
            const Graph::Block& block = graph.at(at);
            if (!graph.barriers_of(at).empty() && graph.is_in_each_turn(at)) {
                in_loops.insert(graph.barriers_of(at).begin(), graph.barriers_of(at).end());
            }
            if (block.next.size() != 1 || !returns.ends_at(block.jump)) {
                continue;
            }
            const int condition = graph.decided_in(at);
            const Lines lines = condition < 0 ? Lines{} : barriers_after(graph, condition);
            if (!lines.empty()) {
                session.build_before(block.jump);
                session.call_runtime(module, "kit_returns", {table_of(session, module, lines)});
            }
        }
    });
    return in_loops;
}

void announce_loops(const Session& session, llvm::Module module, const Lines& barriers) {
    if (!barriers.empty()) {
        const llvm::Value entry = llvm::GetNamedFunction(module, config_entry.data());
        session.build_before(llvm::GetFirstInstruction(llvm::GetFirstBasicBlock(entry)));
        session.call_runtime(module, "kit_has_barriers_in_loops",
                             {table_of(session, module, barriers)});
    }
}

} // namespace kit::instrumentation
