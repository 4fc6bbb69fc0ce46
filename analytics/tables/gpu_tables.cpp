#include "analytics/tables/kernel_tables.hpp"

#include "analytics/count/occupancy.hpp"
#include "analytics/count/roofline.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace kit {

namespace {

std::string limited_by_text(const Occupancy& result) {
    std::vector<std::string> names;
    for (const Resource resource : result.limited_by) {
        names.emplace_back(name(resource));
    }
    return join(names, ", ", " and ");
}

std::string waves_note(const Traffic& counts, const Gpu& gpu, const Occupancy& result) {
    const std::int64_t at_once = checked_mul(gpu.sms->value, result.blocks_per_sm);
    const std::int64_t waves = ceil_div(counts.total_blocks, at_once);
    return fmt::format("The {} SMs hold {} blocks at once: {} {} {} {}.", thousands(gpu.sms->value),
                       thousands(at_once), thousands(counts.total_blocks),
                       counts.total_blocks == 1 ? "block takes" : "blocks take", thousands(waves),
                       waves == 1 ? "wave" : "waves");
}

Table occupancy_table(const KernelModel& model, const Gpu& gpu,
                      const std::optional<std::int64_t>& registers) {
    const Traffic counts = traffic(model);
    const Capability& capability = gpu.capability;
    const Occupancy result =
        occupancy({counts.threads_per_block, counts.shared_bytes_per_block, registers}, capability);
    Table table{"occupancy",
                fmt::format("Blocks of {} threads on an SM of the {} (compute capability {})",
                            thousands(counts.threads_per_block), gpu.name, capability.name),
                columns("resource | of_sm: an SM has > | of_block: a block takes > | "
                        "blocks: blocks that fit >")};
    for (const BlockLimit& each : result.limits) {
        const bool bytes = each.resource == Resource::shared_memory;
        table.rows.push_back({std::string(name(each.resource)) + (bytes ? ", bytes" : ""), each.has,
                              each.takes, each.blocks});
    }
    table.notes.push_back(fmt::format(
        "An SM holds {} {}, limited by {}: {} of {} warps, occupancy {} %.",
        thousands(result.blocks_per_sm), result.blocks_per_sm == 1 ? "block" : "blocks",
        limited_by_text(result), thousands(result.warps_per_sm),
        thousands(capability.warps_per_sm.value), (result.share * Rational(100)).decimal(1)));
    if (gpu.sms) {
        table.notes.push_back(waves_note(counts, gpu, result));
    }
    if (counts.shared_bytes_per_block > capability.shared_bytes_per_block.value) {
        table.notes.push_back(fmt::format(
            "{} bytes are more than the {} that a block has by default: the array has to be "
            "dynamic, and the host has to raise cudaFuncAttributeMaxDynamicSharedMemorySize.",
            thousands(counts.shared_bytes_per_block),
            thousands(capability.shared_bytes_per_block.value)));
    }
    if (!registers) {
        table.notes.push_back("Registers may lower this; nvcc -Xptxas -v reports them.");
    }
    return table;
}

/// With commas between thousands; JSON and CSV have the exact value.
TableCell grouped(const Rational& value, int digits) {
    TableCell cell(value, digits);
    cell.text = grouped_digits(cell.text);
    return cell;
}

TableCell microseconds(const std::optional<Rational>& nanoseconds) {
    return nanoseconds ? grouped(*nanoseconds * Rational(1, 1000), 3) : TableCell("unknown");
}

TableCell decimal(const std::optional<Rational>& value, int digits) {
    return value ? TableCell(*value, digits) : TableCell("unknown");
}

TableCell bound(const Roofline& roof) {
    if (!roof.bound_by_memory) {
        return "unknown";
    }
    return *roof.bound_by_memory ? "memory" : "compute";
}

std::string roof_note(const Gpu& gpu, const KernelModel& model) {
    const std::optional<Rational> peak = peak_rate(gpu, model);
    const std::string bandwidth = gpu.bandwidth_gb_per_s
                                      ? thousands(gpu.bandwidth_gb_per_s->value) + " GB/s"
                                      : "no known bandwidth";
    const std::string rate = peak ? thousands(peak->floor()) + " GFLOP/s" : "no known peak rate";
    return fmt::format("The {} has {} and, for {} of {} bytes, {}: ./lab analytics gpus {} names "
                       "the sources. Operations are counted as peak rates count them, a "
                       "multiply-add as two.",
                       gpu.name, bandwidth, model.whole_numbers ? "whole numbers" : "elements",
                       model.element_bytes, rate, gpu.name);
}

Table roofline_table(const KernelModel& model, const Gpu& gpu) {
    const Traffic counts = traffic(model);
    const LeastTraffic least = least_traffic(model);
    const std::int64_t operations = counts.operations.fused;
    const std::optional<Rational> peak = peak_rate(gpu, model);
    const std::array<Roofline, 2> roofs{
        roofline(least.bytes, operations, peak, gpu),
        roofline(checked_add(counts.load_bytes, counts.store_bytes), operations, peak, gpu)};
    Table table{"roofline", fmt::format("One sweep under the roof of the {}", gpu.name),
                columns("figure: | each_cell_once: each cell once > | "
                        "every_access: every access of the kernel >")};
    const auto row = [&](const std::string& quantity, const auto& cell_of) {
        table.rows.push_back({quantity, cell_of(roofs[0]), cell_of(roofs[1])});
    };
    row("bytes moved", [](const Roofline& roof) { return TableCell(roof.bytes); });
    row("operations", [](const Roofline& roof) { return TableCell(roof.operations); });
    row("operations per byte", [](const Roofline& roof) { return TableCell(roof.intensity, 3); });
    row("operations per byte at the ridge",
        [](const Roofline& roof) { return decimal(roof.ridge, 3); });
    row("memory takes, µs", [](const Roofline& roof) { return microseconds(roof.memory_time); });
    row("compute takes, µs", [](const Roofline& roof) { return microseconds(roof.compute_time); });
    row("bound by", [](const Roofline& roof) { return bound(roof); });
    row("attainable, GFLOP/s", [](const Roofline& roof) {
        return roof.attainable ? grouped(*roof.attainable, 0) : TableCell("unknown");
    });
    row("least time, µs", [](const Roofline& roof) { return microseconds(roof.least_time); });
    table.notes.push_back("Each cell once: caches and shared memory hold everything that is read "
                          "again, and no sweep through memory is faster. Every access: all loads "
                          "and stores of the kernel go to memory, as if there were no caches.");
    table.notes.push_back(roof_note(gpu, model));
    if (gpu.l2_bytes && least.bytes <= gpu.l2_bytes->value) {
        table.notes.push_back(fmt::format(
            "These {} bytes fit in the L2 cache of {}: sweeps that are repeated on the same grids "
            "can be faster than memory allows.",
            thousands(least.bytes), thousands(gpu.l2_bytes->value)));
    }
    return table;
}

TableCell cell_of(const std::optional<SourcedNumber>& number) {
    return number ? TableCell(number->value) : TableCell("-");
}

/// Bytes that a reader sees in KB or MB of 1,024 or 1,048,576.
TableCell scaled(std::int64_t bytes, std::int64_t unit) {
    TableCell cell(bytes);
    const Rational value(bytes, unit);
    cell.text = value.is_integer() ? thousands(value.numerator()) : value.decimal(1);
    return cell;
}

Table board_table(const GpuData& data) {
    Table table{"gpus",
                "GPUs; cc is the compute capability, - means that no public source is known",
                columns("name: GPU | capability: cc | sms: SMs > | memory_gb: GB > | "
                        "bandwidth_gb_per_s: GB/s > | fp32_gflops: FP32 GFLOP/s > | "
                        "fp64_gflops: FP64 GFLOP/s > | l2_bytes: L2 MB >")};
    for (const Gpu& gpu : data.gpus) {
        const std::optional<Rational> fp64 = peak_rate(gpu, 8);
        table.rows.push_back(
            {gpu.name, gpu.capability.name, cell_of(gpu.sms), cell_of(gpu.memory_gb),
             cell_of(gpu.bandwidth_gb_per_s), cell_of(gpu.fp32_gflops),
             fp64 ? grouped(*fp64, 0) : TableCell("-"),
             gpu.l2_bytes ? scaled(gpu.l2_bytes->value, 1 << 20) : TableCell("-")});
    }
    table.notes = {"Where a source has no FP64 rate, it follows from FP32's by the ratio of the "
                   "compute capability.",
                   "GB/s are memory clock times bus width, FP32 two operations of each core at a "
                   "clock; a laptop may hold its GPU below it.",
                   "./lab analytics gpus H200 lists every figure of a GPU with its source."};
    return table;
}

Table capability_table(const GpuData& data) {
    Table table{"capabilities", "Limits by compute capability (cc): of an SM, and of one block",
                columns("name: cc | blocks_per_sm: blocks > | warps_per_sm: warps > | "
                        "shared_bytes_per_sm: shared KB > | registers_per_sm: registers > | "
                        "threads_per_block: threads/block > | shared_bytes_per_block: KB/block > | "
                        "shared_bytes_per_block_opt_in: opted in >")};
    std::vector<std::string> listed;
    for (const Gpu& gpu : data.gpus) {
        const Capability& each = gpu.capability;
        if (std::ranges::find(listed, each.name) != listed.end()) {
            continue;
        }
        listed.push_back(each.name);
        table.rows.push_back({each.name, each.blocks_per_sm.value, each.warps_per_sm.value,
                              scaled(each.shared_bytes_per_sm.value, 1024),
                              each.registers_per_sm.value, each.threads_per_block.value,
                              scaled(each.shared_bytes_per_block.value, 1024),
                              scaled(each.shared_bytes_per_block_opt_in.value, 1024)});
    }
    return table;
}

Table source_table(const std::vector<Source>& sources) {
    Table table{"sources", "Sources", columns("name | title | url: URL")};
    for (const Source& each : sources) {
        table.rows.push_back({each.name, each.title, each.url});
    }
    return table;
}

} // namespace

std::vector<Table> gpu_tables(const KernelModel& model, const Gpu& gpu,
                              const std::optional<std::int64_t>& registers) {
    check_fit(model, gpu);
    return {occupancy_table(model, gpu, registers), roofline_table(model, gpu)};
}

std::vector<Table> gpu_list_tables(const GpuData& data) {
    return {board_table(data), capability_table(data), source_table(data.sources)};
}

Table all_numbers_table(const GpuData& data) {
    Table table{"figures", "", columns("gpu: GPU | key: figure | value > | source | note")};
    for (const Gpu& gpu : data.gpus) {
        const auto add = [&](const char* key, const SourcedNumber& number) {
            table.rows.push_back({gpu.name, key, number.value, number.source, number.note});
        };
        for (const auto& field : gpu_fields()) {
            if (gpu.*field.kept) {
                add(field.key, *(gpu.*field.kept));
            }
        }
        for (const auto& field : capability_fields()) {
            if ((gpu.capability.*field.kept).is_known()) {
                add(field.key, gpu.capability.*field.kept);
            }
        }
    }
    return table;
}

std::vector<Table> gpu_number_tables(const GpuData& data, const Gpu& gpu) {
    Table table{
        "figures",
        fmt::format("{}: {}, compute capability {}", gpu.name, gpu.product, gpu.capability.name),
        columns("key: figure | value > | source | note")};
    std::vector<Source> used;
    const auto has_name = [](const std::string& name) {
        return [&name](const Source& each) { return each.name == name; };
    };
    const auto add = [&](const char* heading, const SourcedNumber& number) {
        table.rows.push_back({heading, number.value, number.source, number.note});
        if (std::ranges::none_of(used, has_name(number.source))) {
            std::ranges::copy_if(data.sources, std::back_inserter(used), has_name(number.source));
        }
    };
    for (const auto& field : gpu_fields()) {
        if (gpu.*field.kept) {
            add(field.heading, *(gpu.*field.kept));
        } else if (field.kept == &Gpu::fp64_gflops && peak_rate(gpu, 8)) {
            table.rows.push_back({field.heading, grouped(*peak_rate(gpu, 8), 0), "",
                                  "from FP32's by the ratio of the compute capability"});
        } else {
            table.rows.push_back({field.heading, "-", "", "no public source is known"});
        }
    }
    for (const auto& field : capability_fields()) {
        if ((gpu.capability.*field.kept).is_known()) {
            add(field.heading, gpu.capability.*field.kept);
        }
    }
    return {table, source_table(used)};
}

} // namespace kit
