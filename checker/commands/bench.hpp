// ./lab bench is defined with the other commands, but a program of its own (tests/bench) can run it.
#pragma once

#include "checker/command_line/session.hpp"

#include <string>
#include <vector>

namespace kit {

struct BenchRequest {
    std::string subject; ///< "emulator" or "gpu"
    int runs = 7;
    int side = 120;                ///< emulator: cells along each axis
    std::string record;            ///< gpu: file to keep the figures in; empty: printed only
    std::vector<int> sides;        ///< gpu: cells along each axis; empty: 120, 256, 512, 1024
    std::vector<std::string> labs; ///< gpu: only these; empty: all whose grid is a cube
};

/// What runs benchmarks where it is linked: one constant in tests/bench.
class BenchRunner {
public:
    using Run = void (*)(const BenchRequest& request, Session& session);

    explicit BenchRunner(Run run);
};

} // namespace kit
