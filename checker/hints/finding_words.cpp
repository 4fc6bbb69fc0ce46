#include "checker/hints/finding_words.hpp"

#include "checker/hints/wrong_output_words.hpp"

namespace kit {

namespace {

FindingWords words_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::build_error:
        return {
            "The compiler reads from top to bottom and trips over the first thing that makes no "
            "sense to it; later errors are often only its echo.",
            "Go to the first line that is named and read it word by word: a name that was never "
            "declared, a missing semicolon or bracket, a type that does not fit. Mend that one "
            "alone and save again."};
    case FindingKind::invalid_launch:
        return {
            "A launch is a grid of blocks and a block of threads, each extent at least 1. A block "
            "holds at most 1,024 threads, all three extents multiplied, and 48 KiB of static "
            "shared memory; past that CUDA starts nothing at all.",
            "Look at launch_config(): multiply the block's extents, and check that no count of "
            "blocks can be 0 on a small grid. Round the division up, and shrink the tile where it "
            "does not fit."};
    case FindingKind::timeout:
        return {
            "A kernel ends when its last thread returns. One thread that never leaves a loop, or "
            "waits for a value that no other thread writes, keeps the whole grid alive.",
            "Find every loop and say aloud what ends it: does the counter move on each turn, "
            "towards the limit, and is the limit reached for a negative or unsigned start? A "
            "march through planes ends with the grid's extent or the coarsening factor."};
    case FindingKind::crash:
        return {"The kernel ran into something that no program survives: a pointer that points "
                "nowhere, a division by zero, an array too large for a thread.",
                "Check the pointers and the divisions at the place that is named. Keep per-thread "
                "arrays small; what a block shares belongs in __shared__ memory."};
    case FindingKind::wrong_output: return wrong_output_words();
    case FindingKind::out_of_bounds_global:
        return {
            "Blocks come in whole tiles, grids do not: some threads of the first and last tiles "
            "stand for cells that are not on the grid, and so do the halo cells around them. "
            "Every access needs an answer to the question whether its cell exists.",
            "Put a condition round this access that asks, for every axis, whether the index is at "
            "least 0 and less than the grid's extent. A load of a halo cell and the store of an "
            "output need different conditions."};
    case FindingKind::out_of_bounds_shared:
        return {
            "A tile in shared memory has a fixed size, and the halo counts: an input tile is as "
            "large as the output tile plus the stencil's reach on both sides.",
            "Compare the largest and the smallest index at this line with the array's extents. "
            "Either the tile is declared without its halo, or a thread at the tile's face takes "
            "part that should only have loaded."};
    case FindingKind::race_shared:
        return {
            "The threads of a block do not keep step: without a barrier nobody knows which of two "
            "comes first. What one thread writes into the tile another may read only after a "
            "__syncthreads(), and it may be overwritten only after one more.",
            "Put a __syncthreads() between the write and the read, at a place that all threads of "
            "the block pass. In a march through planes it takes two of them: one after the load, "
            "and one before the next load overwrites what neighbours may still be reading."};
    case FindingKind::race_global:
        return {"There is no barrier between blocks: what one block writes, another cannot read "
                "within the same launch, and two threads must not write the same cell.",
                "Give every output cell one thread that writes it, and read from the input array "
                "only. Check the index: two threads that compute the same one are often a wrong "
                "block extent, or a tile that steps by less than its outputs."};
    case FindingKind::uninitialized_shared:
        return {"Shared memory begins with whatever was there. A thread may read only what some "
                "thread of its block loaded before the barrier, and the corners and faces of the "
                "halo are easily left out.",
                "Name the cell of the tile that was read, and find the thread that should have "
                "loaded it. Either the condition on the load leaves it out, or a thread computes "
                "that should not: one on the tile's face, or outside the grid."};
    case FindingKind::uninitialized_global:
        return {
            "The output array holds nothing useful before the launch, and neither does a local "
            "variable before its first assignment.",
            "Read from the input array, not from the output, and give sums and registers a value "
            "before they are used."};
    case FindingKind::barrier_divergence:
        return {
            "__syncthreads() waits for all threads of the block. If some pass it and others have "
            "returned or taken another branch, the rest wait for somebody who never comes.",
            "Take the barrier out of the if, and let no thread return before it. Threads without "
            "a cell skip the work, not the barrier: load if the cell exists, barrier for all, "
            "compute if the cell is yours."};
    case FindingKind::early_exit_before_barrier:
        return {
            "A thread that has returned is no longer there for the barrier. Today's GPUs let that "
            "pass, but the language does not promise it, and the thread's loads are missing.",
            "Turn the early return into a condition round the work, so that every thread of the "
            "block reaches the barrier."};
    case FindingKind::input_modified:
        return {
            "A sweep reads one grid and writes another. As soon as the input is written to, later "
            "threads compute from values that are already new, and which ones is left to chance.",
            "Find the store whose left side is the input array, and write to the output array "
            "instead."};
    case FindingKind::technique_missing:
        return {"The output is right, but the traffic shows that the lab's idea is not used yet: "
                "every cell that is loaded twice from global memory is what the tile, or the "
                "coarsening, is there to save.",
                "Compare the measured loads with the predicted ones. Each cell of the input tile "
                "should be loaded once per block; the neighbours then come from shared memory or "
                "registers, and not from the input array."};
    case FindingKind::unsupported_feature:
        return {
            "The emulator knows the part of CUDA that the labs need, and this is beyond it; on a "
            "GPU it might well run.",
            "Write it with what lab.cuh and the handout use: threads, blocks, shared memory, "
            "__syncthreads() and plain arithmetic."};
    }
    return wrong_output_words();
}

} // namespace

FindingWords finding_words(FindingKind kind, const std::string& explanation) {
    if (kind == FindingKind::wrong_output) {
        if (const std::optional<FindingWords> words = wrong_output_words(explanation)) {
            return *words;
        }
    }
    return words_of(kind);
}

std::optional<FindingKind> kind_named(std::string_view wanted) {
    constexpr int last = static_cast<int>(FindingKind::unsupported_feature);
    for (int number = 0; number <= last; ++number) {
        const auto kind = static_cast<FindingKind>(number);
        if (name(kind) == wanted) {
            return kind;
        }
    }
    return std::nullopt;
}

} // namespace kit
