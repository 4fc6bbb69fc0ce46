#include "checker/check/gpu_backend.hpp"

#include "checker/base/errors.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"

#include <fmt/format.h>

namespace kit {

std::string GpuBackend::architecture() const {
    return fmt::format("sm_{}", device.capability);
}

std::optional<GpuBackend> find_gpu_backend(std::string& why) {
    const auto device = find_gpu(why);
    if (!device) {
        return std::nullopt;
    }
    const auto nvcc = find_nvcc();
    if (!nvcc) {
        why = "nvcc, which compiles for the " + device->name + ", is not installed";
        return std::nullopt;
    }
    return GpuBackend{*device, *nvcc};
}

GpuSearch search_gpu() {
    GpuSearch search;
    try {
        search.gpu = find_gpu_backend(search.missing);
    } catch (const KitError& error) {
        search.missing = error.what();
    }
    return search;
}

} // namespace kit
