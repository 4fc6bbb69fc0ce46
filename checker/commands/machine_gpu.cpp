#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/gpu/host/run_on_gpu.hpp"

namespace kit {

std::string machine_gpu() {
    std::string why;
    if (const auto device = find_gpu(why)) {
        return device->name;
    }
    if (!why.empty() && why.back() == '.') {
        why.pop_back(); // some reasons are whole sentences
    }
    throw KitError("'auto' needs a GPU: {}. Name one instead, like H200.", why);
}

} // namespace kit
