#include "checker/compile/instrumentation/flow_graph.hpp"

#include <map>

namespace kit::instrumentation {

FlowGraph::FlowGraph(llvm::Value function) {
    std::map<llvm::BasicBlock, int> numbers;
    for (auto block = llvm::GetFirstBasicBlock(function); block != nullptr;
         block = llvm::GetNextBasicBlock(block)) {
        numbers.emplace(block, count());
        blocks.push_back({block, llvm::GetBasicBlockTerminator(block), {}, {}});
    }
    for (int from = 0; from < count(); ++from) {
        for (unsigned i = 0; i < llvm::GetNumSuccessors(at(from).jump); ++i) {
            const int to = numbers.at(llvm::GetSuccessor(at(from).jump, i));
            blocks[from].next.push_back(to);
            blocks[to].before.push_back(from);
        }
    }
}

std::vector<bool> FlowGraph::after(int from, int without, const std::vector<bool>* within) const {
    std::vector<bool> found(blocks.size());
    std::vector<int> open = at(from).next;
    while (!open.empty()) {
        const int last = open.back();
        open.pop_back();
        const auto number = static_cast<std::size_t>(last);
        if (!found[number] && last != without && (within == nullptr || (*within)[number])) {
            found[number] = true;
            open.insert(open.end(), at(last).next.begin(), at(last).next.end());
        }
    }
    return found;
}

} // namespace kit::instrumentation
