// A function's blocks and the jumps between them.
#pragma once

#include "checker/compile/instrumentation/llvm.hpp"

#include <vector>

namespace kit::instrumentation {

/// The first block is number 0.
struct FlowGraph {
    struct Block {
        llvm::BasicBlock block;
        llvm::Value jump;
        std::vector<int> next;
        std::vector<int> before;
    };

    explicit FlowGraph(llvm::Value function);

    [[nodiscard]] const Block& at(int number) const { return blocks[number]; }

    [[nodiscard]] int count() const { return static_cast<int>(blocks.size()); }

    /// Which blocks come after `from` on some way that does not enter `without` and, if `within` is given, stays within
    /// those blocks.
    [[nodiscard]] std::vector<bool> after(int from, int without = -1,
                                          const std::vector<bool>* within = nullptr) const;

    std::vector<Block> blocks;
};

} // namespace kit::instrumentation
