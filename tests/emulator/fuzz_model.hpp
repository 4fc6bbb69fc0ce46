// What the checks must say of a program, worked out slowly from the definitions.
#pragma once

#include "tests/emulator/fuzz_program.hpp"

namespace kit::fuzz {

/// Of a verdict that the order of threads decides, or that the emulator promises only in part,
/// `required` is false and `allowed` true.
struct Expectation {
    bool required = false;
    bool allowed = false;

    [[nodiscard]] bool admits(bool found) const { return found ? allowed : !required; }
};

struct Expected {
    Expectation race_shared;
    Expectation race_global;
    Expectation uninitialized_shared;
    Expectation early_exit;
    Expectation divergence;
};

/// Two accesses of a byte by different threads race when neither happens before the other and they
/// are not both reads or both atomics. What happens before what is reachability in a graph: program
/// order, the barriers of a block, and warp operations among the lanes of their mask.
///
/// In a program with fences, reads of global memory, which are volatile, do not race with atomics.
[[nodiscard]] Expected judge(const Program& program, bool with_fences = false);

} // namespace kit::fuzz
