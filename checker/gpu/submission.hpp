// A submission's kernel on the device: machine code, launch shape and arguments, no line of host
// code.
#pragma once

#include "checker/gpu/case_memory.hpp"
#include "checker/gpu/device.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace kit::gpu {

/// The device would not launch this; what() is one sentence with the limit.
struct LaunchRefused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Submission {
public:
    /// `entry` is the kernel's name in the cubin. Throws LaunchRefused where the shape is past the
    /// device's or the kernel's limits, DeviceError where the cubin does not fit the device.
    Submission(Device& device, const Lab& lab, const std::vector<char>& cubin,
               const std::string& entry, const LaunchShape& shape);

    /// Makes the case's coefficients the kernel's; a kernel that has none is left alone.
    void set_coefficients(const CaseMemory& memory);

    void launch(const CaseMemory& memory, const Extents& extents);

    /// One of a series, which may overlap where the launch is programmatic; `back` from the output
    /// array to the input array, as every other one goes.
    void launch_in_series(const CaseMemory& memory, const Extents& extents, bool back);

private:
    void launch_from(const CaseMemory& memory, Address input, Address output,
                     const Extents& extents, bool in_series);

    Device& device_;
    const Lab& lab_;
    LaunchShape shape_;
    Handle function_;
    Address coefficients_ = 0; ///< 0: the kernel has none
    std::size_t coefficient_bytes_ = 0;
};

} // namespace kit::gpu
