#include "analytics/gpu.hpp"

#include "analytics/errors.hpp"

#include <fmt/format.h>

#include <cctype>

namespace analytics {

namespace {

std::string plain(std::string_view name) {
    std::string letters;
    for (const char letter : name) {
        if (letter != ' ' && letter != '-') {
            letters += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        }
    }
    return letters;
}

} // namespace

const std::vector<GpuField<Capability, GpuFigure>>& capability_fields() {
    static const std::vector<GpuField<Capability, GpuFigure>> fields{
        {"threads_per_block", "threads of a block", &Capability::threads_per_block},
        {"blocks_per_sm", "blocks of an SM", &Capability::blocks_per_sm},
        {"warps_per_sm", "warps of an SM", &Capability::warps_per_sm},
        {"threads_per_sm", "threads of an SM", &Capability::threads_per_sm},
        {"shared_bytes_per_sm", "shared bytes of an SM", &Capability::shared_bytes_per_sm},
        {"shared_bytes_per_block", "shared bytes of a block, by default",
         &Capability::shared_bytes_per_block},
        {"shared_bytes_per_block_opt_in", "shared bytes of a block, after opting in",
         &Capability::shared_bytes_per_block_opt_in},
        {"shared_bytes_reserved_per_block", "shared bytes reserved in a block",
         &Capability::shared_bytes_reserved_per_block},
        {"registers_per_sm", "registers of an SM", &Capability::registers_per_sm},
        {"registers_per_block", "registers of a block", &Capability::registers_per_block},
        {"registers_per_thread", "registers of a thread", &Capability::registers_per_thread},
        {"shared_granularity_bytes", "shared bytes come in pieces of",
         &Capability::shared_granularity_bytes},
        {"register_granularity_per_warp", "registers of a warp come in pieces of",
         &Capability::register_granularity_per_warp},
        {"partitions_per_sm", "partitions of an SM's registers", &Capability::partitions_per_sm}};
    return fields;
}

const std::vector<GpuField<Gpu, std::optional<GpuFigure>>>& gpu_fields() {
    static const std::vector<GpuField<Gpu, std::optional<GpuFigure>>> fields{
        {"sms", "SMs", &Gpu::sms},
        {"memory_gb", "memory, GB", &Gpu::memory_gb},
        {"bandwidth_gb_per_s", "bandwidth, GB/s", &Gpu::bandwidth_gb_per_s},
        {"fp32_gflops", "FP32, GFLOP/s", &Gpu::fp32_gflops},
        {"fp64_gflops", "FP64, GFLOP/s", &Gpu::fp64_gflops},
        {"l2_bytes", "L2 cache, bytes", &Gpu::l2_bytes}};
    return fields;
}

Gpu gpu_named(const GpuData& data, std::string_view name) {
    std::string names;
    for (const Gpu& gpu : data.gpus) {
        if (plain(gpu.name) == plain(name)) {
            return gpu;
        }
        names += (names.empty() ? "" : ", ") + gpu.name;
    }
    throw BadInput(fmt::format("There is no GPU '{}'; there are {}.", name, names));
}

} // namespace analytics
