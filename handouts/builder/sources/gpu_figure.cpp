// Figures of GPUs' data sheets.
#include "analytics/gpu.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/sources/sources.hpp"

#include <fmt/format.h>

namespace handouts {

Value gpu_figure(const Call& call) {
    if (call.words.size() != 2) {
        throw Unanswerable("A GPU's figure is written like gpu(H200 bandwidth_gb_per_s).");
    }
    static const analytics::GpuData data = analytics::known_gpus();
    const analytics::Gpu gpu = analytics::gpu_named(data, call.words[0]);
    std::string keys;
    for (const auto& field : analytics::gpu_fields()) {
        keys += (keys.empty() ? "" : ", ") + std::string(field.key);
        if (field.key == call.words[1]) {
            const auto& figure = gpu.*field.kept;
            if (!figure) {
                throw Unanswerable(
                    fmt::format("The {} of the {} has no public source.", call.words[1], gpu.name));
            }
            return Number{figure->value, 0};
        }
    }
    for (const auto& field : analytics::capability_fields()) {
        keys += ", " + std::string(field.key);
        if (field.key == call.words[1]) {
            return Number{(gpu.capability.*field.kept).value, 0};
        }
    }
    throw Unanswerable(
        fmt::format("'{}' is no figure of a GPU; there are {}.", call.words[1], keys));
}

} // namespace handouts
