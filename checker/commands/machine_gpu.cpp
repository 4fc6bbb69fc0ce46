// `--gpu auto`: this machine's GPU, as the driver names it.
#include "analytics/count/gpu.hpp"
#include "checker/base/errors.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"

namespace kit {

namespace {

std::string driver_name() {
    std::string why;
    if (const auto device = find_gpu(why)) {
        return device->name;
    }
    if (!why.empty() && why.back() == '.') {
        why.pop_back(); // some reasons are whole sentences
    }
    throw KitError("'auto' needs a GPU: {}. Name one instead, like H200.", why);
}

/// Tells analytics as soon as this file is linked, as commands register themselves.
[[maybe_unused]] const bool told = [] {
    set_machine_gpu(driver_name);
    return true;
}();

} // namespace

} // namespace kit
