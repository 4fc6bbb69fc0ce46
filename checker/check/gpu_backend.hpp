// Whether the machine can judge and time on a GPU.
#pragma once

#include "checker/gpu/runner/device.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace kit {

/// A usable GPU and the compiler for it.
struct GpuBackend {
    DeviceFacts device;
    std::filesystem::path nvcc;

    [[nodiscard]] std::string architecture() const; ///< "sm_90"
};

/// The machine's GPU; if there is none, `why` says what is missing.
[[nodiscard]] std::optional<GpuBackend> find_gpu_backend(std::string& why);

struct GpuSearch {
    std::optional<GpuBackend> gpu;
    std::string missing; ///< why there is none
};

/// Likewise; a GPU that fails is none, and `missing` says how it failed.
[[nodiscard]] GpuSearch search_gpu();

} // namespace kit
