// Small random programs for the emulator's checks: a few accesses of each thread, step by step.
//
// A program is data: one kernel, compiled once, interprets it (fuzz_test.cpp). All threads of a
// block pass the same synchronizations, but for a thread that leaves early or strays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit::fuzz {

constexpr unsigned lanes = 32;
constexpr unsigned shared_bytes = 32;
constexpr unsigned global_bytes = 32;

enum class Action : std::uint8_t { none, read, write, atomic, leave };
enum class Space : std::uint8_t { shared, global };

struct Operation {
    Action action = Action::none;
    Space space = Space::shared;
    std::uint8_t at = 0;    ///< first byte, a multiple of `bytes`
    std::uint8_t bytes = 4; ///< 1, 2, 4 or 8; of an atomic 4

    bool operator==(const Operation&) const = default;
};

/// What all threads of a block pass at the end of a step.
enum class Sync : std::uint8_t { none, block, warp, half_warps };

struct Step {
    std::vector<Operation> operations; ///< by thread of the launch
    Sync sync = Sync::none;
};

struct Program {
    unsigned blocks = 1;
    unsigned threads = 1; ///< of a block
    std::vector<Step> steps;

    /// A thread that waits at another __syncthreads() than its block.
    struct Stray {
        unsigned thread; ///< of the launch
        std::size_t step;
    };

    std::optional<Stray> stray;

    [[nodiscard]] unsigned all_threads() const { return blocks * threads; }
};

struct Generated {
    Program program;
    bool race_free = false; ///< by construction; and nothing is read before it is written
};

/// Program number `seed`; the same on every machine.
[[nodiscard]] Generated generate(std::uint64_t seed);

/// One line for each step, nops left out.
[[nodiscard]] std::string describe(const Program& program);

} // namespace kit::fuzz
