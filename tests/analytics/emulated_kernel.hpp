// The kernels of tests/analytics/kernels, built once for each element type and run in the emulator.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/emulator/host/run.hpp"

#include <map>
#include <string>
#include <vector>

/// What a launch left and what was counted meanwhile.
struct EmulatedLaunch {
    kit::Observation observation;
    bool is_right = false;    ///< each cell holds its sum or, with no sum or no block, is untouched
    bool is_complete = false; ///< no output point is untouched
};

/// One family's kernel.
class EmulatedKernel {
public:
    explicit EmulatedKernel(kit::KernelFamily family);

    /// The model's launch with `blocks`. Elements of 4 bytes are int, of 8 double, so that sums are
    /// exact. Throws std::runtime_error when the kernel does not compile.
    EmulatedLaunch launch(const kit::KernelModel& model, const kit::Extents& blocks);

private:
    const kit::Artifact& program(const kit::Lab& lab);

    kit::SubmissionFile file_;
    std::map<kit::Element, kit::Artifact> programs_;
};
