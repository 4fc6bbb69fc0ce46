// The limits and rates of GPUs, which turn counts into blocks of an SM and into time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A number of the data file with the name of its source, and how it follows from the source where
/// that does not give it directly.
struct SourcedNumber {
    std::int64_t value = 0;
    std::string source; ///< name of one of GpuData::sources
    std::string note;   ///< may be empty

    [[nodiscard]] bool is_known() const { return !source.empty(); }
};

struct Source {
    std::string name; ///< "guide"
    std::string title;
    std::string url;
};

/// The limits that all GPUs of one compute capability have in common.
struct Capability {
    std::string name; ///< "9.0"
    SourcedNumber threads_per_block;
    SourcedNumber blocks_per_sm;
    SourcedNumber warps_per_sm;
    SourcedNumber threads_per_sm;
    SourcedNumber shared_bytes_per_sm;
    SourcedNumber shared_bytes_per_block;        ///< without opting in to more
    SourcedNumber shared_bytes_per_block_opt_in; ///< dynamic, after cudaFuncSetAttribute
    SourcedNumber shared_bytes_reserved_per_block;
    SourcedNumber registers_per_sm;
    SourcedNumber registers_per_block;
    SourcedNumber registers_per_thread;
    SourcedNumber shared_granularity_bytes;      ///< a block's shared memory is rounded up to it
    SourcedNumber register_granularity_per_warp; ///< a warp's registers are rounded up to it
    SourcedNumber partitions_per_sm;             ///< each has an equal share of the SM's registers
    SourcedNumber fp32_per_fp64; ///< rate of float over double operations; not known of early ones
};

/// A board. A number without a public source is absent.
struct Gpu {
    std::string name;              ///< "H200"
    std::string product;           ///< "H200, 141 GB, SXM5"
    std::vector<std::string> also; ///< other names, such as the driver's
    Capability capability;
    std::optional<SourcedNumber> sms;
    std::optional<SourcedNumber> memory_gb;          ///< as the board is sold
    std::optional<SourcedNumber> bandwidth_gb_per_s; ///< 10⁹ bytes a second
    std::optional<SourcedNumber> fp32_gflops;        ///< 10⁹ a second, a multiply-add as two
    std::optional<SourcedNumber> fp64_gflops;
    std::optional<SourcedNumber> l2_bytes;
};

struct GpuData {
    std::vector<Source> sources;
    std::vector<Gpu> gpus; ///< in the file's order
};

/// A number of a capability or of a GPU: its key in the file and in documents, its heading for a
/// reader, and the member that holds it.
template <class Owner, class Kept>
struct GpuField {
    const char* key;
    const char* heading;
    Kept Owner::*kept;
};

/// Every number of a capability, in the order of the file.
[[nodiscard]] const std::vector<GpuField<Capability, SourcedNumber>>& capability_fields();

/// Every number of a GPU, in the order of the file.
[[nodiscard]] const std::vector<GpuField<Gpu, std::optional<SourcedNumber>>>& gpu_fields();

/// Reads a file like analytics/data/gpus.toml. Throws KitError with file, line and key of everything
/// that is wrong in it: not TOML, a key missing or unknown, a value that is not a whole number, a
/// source or capability that the file does not have.
[[nodiscard]] GpuData read_gpus(const std::filesystem::path& file);

/// The GPUs of the kit, from analytics/data/gpus.toml in the source tree, read once. Throws as read_gpus does.
[[nodiscard]] const GpuData& known_gpus();

/// The GPU that a person or a driver calls so, or none: "rtx-3060", "3060" and "NVIDIA GeForce RTX
/// 3060" are "RTX3060". The data file says what the comparison leaves out.
[[nodiscard]] std::optional<Gpu> find_gpu_named(const GpuData& data, std::string_view name);

/// The same; `auto` is this machine's. Throws BadInput with the nearest names, and what the function of
/// set_machine_gpu() throws.
[[nodiscard]] Gpu gpu_named(const GpuData& data, std::string_view name);

/// Gives the driver's name of this machine's GPU, or throws if there is none.
using AskMachine = std::string (*)();

/// Whom `auto` asks. Analytics knows no driver: the program that does sets this before its commands run.
void set_machine_gpu(AskMachine ask);

} // namespace kit
