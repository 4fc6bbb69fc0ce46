// A submission's kernel on the device: machine code, launch shape and arguments, but no host code.
#pragma once

#include "checker/base/errors.hpp"
#include "checker/gpu/runner/case_memory.hpp"
#include "checker/gpu/runner/device.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// The device cannot launch this; what() is one sentence with the limit.
struct LaunchRefused : SentenceError {
    using SentenceError::SentenceError;
};

/// Slab of lab.cuh on the device.
struct DeviceSlab {
    Address in = 0;
    Address out = 0;
    Address flags = 0;
    std::int32_t planes = 0;
};

/// What a kernel for several GPUs is launched with.
struct SlabArguments {
    DeviceSlab own;
    DeviceSlab below; ///< of the neighbours; all 0 where there is none
    DeviceSlab above;
    int sweep = 0;
};

class Submission {
public:
    /// `entry` is the kernel's name in the cubin. Throws LaunchRefused where the shape is past the
    /// device's or the kernel's limits, DeviceError where the cubin does not fit the device.
    Submission(Device& device, const Lab& lab, const std::vector<char>& cubin,
               const std::string& entry, const LaunchShape& shape);

    /// Copies the case's coefficients to the kernel's `c`; does nothing if the kernel has no `c`.
    void set_coefficients(const CaseMemory& memory);

    void launch(const CaseMemory& memory, const Extents& extents);

    /// On this device's slab.
    void launch(SlabArguments slabs, const Extents& extents);

    /// Whether a launch of a series may begin before the one before it has ended.
    [[nodiscard]] bool overlaps() const { return shape_.programmatic; }

    /// One launch of a series. It may overlap with the one before if the launch is programmatic. Every
    /// other one goes `back`, from the output array to the input array.
    void launch_in_series(const CaseMemory& memory, const Extents& extents, bool back);

private:
    void launch_from(const CaseMemory& memory, Address input, Address output,
                     const Extents& extents, bool in_series);

    Device& device_;
    const Lab& lab_;
    LaunchShape shape_;
    Handle function_;
    Address coefficients_ = 0; ///< of the kernel's `c`; 0 if it has none
    std::size_t coefficient_bytes_ = 0;
};

} // namespace kit
