#include "analytics/count/gpu.hpp"

#include "checker/base/places.hpp"
#include "checker/base/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace kit {

namespace {

/// The member of `list` that the key names; notes a name that the list does not have.
template <class Item>
Item named(const std::vector<Item>& list, TomlTable& table, std::string_view key) {
    const std::string name = table.text(key).value_or("");
    const auto found =
        std::ranges::find_if(list, [&](const Item& each) { return each.name == name; });
    if (found == list.end() && !name.empty()) {
        table.note(key, fmt::format("names '{}', which this file does not have", name));
    }
    return found == list.end() ? Item{} : *found;
}

/// Takes what the table's sources say, `t4-card = { memory_gb = 16 }` and so on, with the table's `notes`.
template <class Owner, class Kept>
void take_figures(TomlTable& table, const std::vector<Source>& sources,
                  const std::vector<GpuField<Owner, Kept>>& fields, Owner& owner) {
    constexpr auto optional = TomlTable::Need::optional;
    TomlTable notes = table.table("notes", optional);
    for (const Source& source : sources) {
        TomlTable figures = table.table(source.name, optional);
        for (const auto& field : fields) {
            const int least =
                field.key == std::string_view("shared_bytes_reserved_per_block") ? 0 : 1;
            if (const auto value =
                    figures.whole(field.key, least, std::numeric_limits<int>::max(), optional)) {
                owner.*field.kept = SourcedNumber{*value, source.name,
                                                  notes.text(field.key, optional).value_or("")};
            }
        }
        figures.finish();
    }
    notes.finish();
}

/// One that is like an earlier one has what that has and this does not say.
Capability capability(TomlTable& table, const std::vector<Source>& sources,
                      const std::vector<Capability>& earlier) {
    Capability result = table.has("like") ? named(earlier, table, "like") : Capability{};
    result.name = table.text("name").value_or("");
    take_figures(table, sources, capability_fields(), result);
    for (const auto& field : capability_fields()) {
        if (!(result.*field.kept).is_known() && field.kept != &Capability::fp32_per_fp64) {
            table.note(field.key, "is missing: no source says it");
        }
    }
    table.finish();
    return result;
}

Gpu gpu(TomlTable& table, const std::vector<Source>& sources,
        const std::vector<Capability>& capabilities) {
    Gpu result;
    result.name = table.text("name").value_or("");
    result.product = table.text("product").value_or("");
    if (table.has("also")) {
        for (const TomlText& each : table.texts("also")) {
            result.also.push_back(each.value);
        }
    }
    result.capability = named(capabilities, table, "capability");
    take_figures(table, sources, gpu_fields(), result);
    table.finish();
    return result;
}

} // namespace

const std::vector<GpuField<Capability, SourcedNumber>>& capability_fields() {
    static const std::vector<GpuField<Capability, SourcedNumber>> fields{
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
        {"partitions_per_sm", "partitions of an SM's registers", &Capability::partitions_per_sm},
        {"fp32_per_fp64", "FP32 operations for one of FP64", &Capability::fp32_per_fp64}};
    return fields;
}

const std::vector<GpuField<Gpu, std::optional<SourcedNumber>>>& gpu_fields() {
    static const std::vector<GpuField<Gpu, std::optional<SourcedNumber>>> fields{
        {"sms", "SMs", &Gpu::sms},
        {"memory_gb", "memory, GB", &Gpu::memory_gb},
        {"bandwidth_gb_per_s", "bandwidth, GB/s", &Gpu::bandwidth_gb_per_s},
        {"fp32_gflops", "FP32, GFLOP/s", &Gpu::fp32_gflops},
        {"fp64_gflops", "FP64, GFLOP/s", &Gpu::fp64_gflops},
        {"l2_bytes", "L2 cache, bytes", &Gpu::l2_bytes}};
    return fields;
}

GpuData read_gpus(const std::filesystem::path& file) {
    Problems problems;
    GpuData data;
    std::vector<Capability> capabilities;
    if (const auto root = parse_toml(file, problems)) {
        TomlTable table(*root, file, problems);
        const std::vector<TomlText> sources = table.texts("sources");
        for (std::size_t i = 0; i + 2 < sources.size(); i += 3) {
            data.sources.push_back({sources[i].value, sources[i + 1].value, sources[i + 2].value});
        }
        for (TomlTable& each : table.tables("capability")) {
            capabilities.push_back(capability(each, data.sources, capabilities));
        }
        for (TomlTable& each : table.tables("gpu")) {
            data.gpus.push_back(gpu(each, data.sources, capabilities));
        }
        table.finish();
    }
    problems.throw_if_any();
    return data;
}

const GpuData& known_gpus() {
    // In the source tree, as the labs are: whoever adds a GPU builds nothing.
    static const GpuData data = read_gpus(kit::source_root() / "analytics/data/gpus.toml");
    return data;
}

} // namespace kit
