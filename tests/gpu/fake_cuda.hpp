// A CUDA driver on the CPU: a libcuda.so.1 whose device memory is host memory. It runs the kit's own
// kernels as they are, compiled for the CPU, and a C++ function in the place of a submission's kernel.
// So the whole path from the checker to the runner's reply is tested without a GPU.
#pragma once

#include "checker/gpu/runner/driver.hpp"
#include "checker/gpu/runner/submission.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// What the submission's kernel does when it is launched: in, out, n.
using FakeKernel = std::function<void(const float* in, float* out, int n)>;

/// The right kernel of lab 04, which is the fake GPU's unless a test sets another.
void lab_04_sweep(const float* in, float* out, int n);

/// The same of a grid of n·n·planes cells.
void lab_04_sweep_of(const float* in, float* out, int n, int planes);

/// What the kernel of lab 14 does on one GPU: its own slab, the one below, the one above, n.
using FakeSlabKernel = std::function<void(const kit::DeviceSlab&, const kit::DeviceSlab&,
                                          const kit::DeviceSlab&, int n)>;

/// There is one, as there is one GPU. A test in the same process sets it. In the runner's process
/// CUDA_VISIBLE_DEVICES sets it, which a real driver reads too, in words separated by commas:
///
///     none       there is no GPU
///     small      128 KiB of memory
///     fault      every launch of a submission is an illegal access
///     hang       every launch of a submission runs for ever
///     name=...   the GPU is called so
///     die        the process dies in the first launch of a submission
///     print      every launch prints a line that looks like the runner's reply
struct FakeGpu {
    FakeKernel kernel = lab_04_sweep;
    FakeSlabKernel slab_kernel; ///< instead, if there is one
    std::function<void(const float*, const float*, float*, int, int)>
        kernel_of_two;          ///< likewise, of two inputs
    float coefficients[7] = {}; ///< "c" of the submission's module
    double kernel_seconds = 10e-6;
    bool waits = true; ///< a submission's launch that may begin early, for the one before it
    /// Of the submission's kernel: input, output, an extent or three, and perhaps all coefficients.
    std::vector<std::size_t> argument_bytes{8, 8, 4};
    /// Error of the stream after the next launch of a submission.
    kit::Result fault = kit::success;
    bool hangs = false;
    bool dies = false;
    bool prints = false;
    int devices = 1;
    std::string name = "Fake GPU";
    std::size_t memory_bytes = std::size_t{1} << 30;
    std::uint64_t launches = 0; ///< of the submission's kernel
    std::uint64_t overlapping_launches =
        0; ///< of these, those that may begin before the last one ends
    std::uint64_t releases_while_hung = 0; ///< of memory; a real driver would wait for ever
    std::uint64_t least_flush = 0;         ///< bytes; of all launches of kit_touch
    std::map<kit::Address, std::size_t> allocations; ///< of device memory, with their bytes
    /// Names of the kernels as launched ("submission" for any that is not the kit's), "event" and
    /// "reset persisting L2".
    std::vector<std::string> log;
};

extern FakeGpu fake_gpu;

constexpr const char* fake_bus_id = "0000:1B:00.0";
