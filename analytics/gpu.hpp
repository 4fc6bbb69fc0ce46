// What GPUs allow a block and how fast they are: the limits that turn counts into blocks of an SM
// and into time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace analytics {

/// A figure of the data file with the name of its source and how it follows from it, where the
/// source does not say it outright.
struct GpuFigure {
    std::int64_t value = 0;
    std::string source; ///< name of one of GpuData::sources
    std::string note;   ///< may be empty
};

struct Source {
    std::string name; ///< "guide"
    std::string title;
    std::string url;
};

/// What all GPUs of one compute capability have in common.
struct Capability {
    std::string name; ///< "9.0"
    GpuFigure threads_per_block;
    GpuFigure blocks_per_sm;
    GpuFigure warps_per_sm;
    GpuFigure threads_per_sm;
    GpuFigure shared_bytes_per_sm;
    GpuFigure shared_bytes_per_block;        ///< without opting in to more
    GpuFigure shared_bytes_per_block_opt_in; ///< dynamic, after cudaFuncSetAttribute
    GpuFigure shared_bytes_reserved_per_block;
    GpuFigure registers_per_sm;
    GpuFigure registers_per_block;
    GpuFigure registers_per_thread;
    GpuFigure shared_granularity_bytes;      ///< a block's shared memory is rounded up to it
    GpuFigure register_granularity_per_warp; ///< a warp's registers are rounded up to it
    GpuFigure partitions_per_sm;             ///< each has an equal share of the SM's registers
    std::optional<GpuFigure> fp32_per_fp64;  ///< rate of float operations over double ones
};

/// A board. What has no public source is absent.
struct Gpu {
    std::string name;    ///< "H200"
    std::string product; ///< "H200, 141 GB, SXM5"
    Capability capability;
    std::optional<GpuFigure> sms;
    std::optional<GpuFigure> memory_gb;          ///< as the board is sold
    std::optional<GpuFigure> bandwidth_gb_per_s; ///< 10⁹ bytes a second
    std::optional<GpuFigure> fp32_gflops;        ///< 10⁹ a second, a multiply-add as two
    std::optional<GpuFigure> fp64_gflops;
    std::optional<GpuFigure> l2_bytes;
};

struct GpuData {
    std::vector<Source> sources;
    std::vector<Gpu> gpus; ///< in the file's order
};

/// A figure of a capability or of a GPU: its key in the file and in documents, its heading for a
/// reader, and where it is kept.
template <class Owner, class Kept>
struct GpuField {
    const char* key;
    const char* heading;
    Kept Owner::*kept;
};

/// Every figure of a capability that has to be there, in the order of the file.
[[nodiscard]] const std::vector<GpuField<Capability, GpuFigure>>& capability_fields();

/// Every figure of a GPU, in the order of the file.
[[nodiscard]] const std::vector<GpuField<Gpu, std::optional<GpuFigure>>>& gpu_fields();

/// Reads a file like analytics/data/gpus.toml. Throws std::runtime_error with file, line and key on
/// the first thing that is wrong in it: not TOML, a key missing or unknown, a value that is no whole
/// number from 0, a source or capability that the file does not have.
[[nodiscard]] GpuData read_gpus(const std::filesystem::path& file);

/// The GPUs of the kit, from analytics/data/gpus.toml in the source tree. Throws as read_gpus does.
[[nodiscard]] GpuData known_gpus();

/// The GPU of this name, upper and lower case, blanks and hyphens aside: "rtx 4090" is "RTX4090".
/// Throws BadInput with the names that there are.
[[nodiscard]] Gpu gpu_named(const GpuData& data, std::string_view name);

} // namespace analytics
