// A driver on the CPU: memory is host memory, the kit's kernels are their cells in a loop, and a
// submission's kernel is a function of the test's. What the runner makes of it is then tested without
// a GPU.
#pragma once

#include "checker/gpu/driver.hpp"

#include <cstdint>
#include <functional>
#include <vector>

/// What the submission's kernel does when it is launched: in, out, n.
using FakeKernel = std::function<void(const float* in, float* out, int n)>;

/// Set before a driver is used; there is one at a time, as there is one GPU.
struct FakeGpu {
    FakeKernel kernel;          ///< "kernel", in every module
    float coefficients[7] = {}; ///< "c" of the submission's module
    double kernel_seconds = 10e-6;
    /// Error that the stream has from the next kernel on: of a launch that went wrong.
    kit::gpu::Result fault = kit::gpu::success;
    bool hangs = false; ///< the kernel never ends
    int devices = 1;
    std::uint64_t launches = 0; ///< of the submission's kernel
};

extern FakeGpu fake_gpu;

/// Its table of functions.
[[nodiscard]] const kit::gpu::Driver& fake_driver();
