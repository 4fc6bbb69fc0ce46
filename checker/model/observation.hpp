// A run of one case before anyone judges it: its launch, outputs, counts and findings.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/line_counters.hpp"
#include "checker/model/trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// Counted while the kernel ran. Bytes are those that the kernel's loads and stores ask for.
struct Counters {
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;
    std::uint64_t shared_bytes_per_block = 0; ///< static and dynamic
    std::uint64_t global_load_bytes = 0;
    std::uint64_t global_store_bytes = 0;
    std::uint64_t shared_load_bytes = 0;
    std::uint64_t shared_store_bytes = 0;
    std::uint64_t barriers = 0;             ///< barriers passed, summed over blocks
    std::uint64_t global_load_requests = 0; ///< warp instructions
    std::uint64_t global_load_sectors = 0;  ///< of 32 bytes, distinct in each request
    std::uint64_t global_store_requests = 0;
    std::uint64_t global_store_sectors = 0;
    std::uint64_t shared_load_requests = 0;
    std::uint64_t shared_store_requests = 0;
    std::uint64_t shared_bank_conflicts = 0; ///< passes beyond the ideal, of loads and stores
    std::uint64_t divergent_requests = 0;    ///< with fewer lanes than the warp has
    /// How many of the bytes above another lane of the same request asks for, too. The hardware's
    /// byte counters count such bytes once.
    std::uint64_t global_load_repeated_bytes = 0;
    std::uint64_t global_store_repeated_bytes = 0;
    std::uint64_t global_atomics = 0;    ///< how many; no bytes are counted of them
    std::uint64_t input_atomics = 0;     ///< those of them on arrays that a kernel should only read
    std::uint64_t idle_blocks = 0;       ///< that store nothing to global memory
    std::uint64_t remote_load_bytes = 0; ///< of the global ones, those from other GPUs' memory
    std::uint64_t remote_store_bytes = 0;

    /// Between GPUs.
    [[nodiscard]] std::uint64_t remote_bytes() const {
        return remote_load_bytes + remote_store_bytes;
    }

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// A counter that the hardware has, too.
struct HardwareCounter {
    const char* key;   ///< in the JSON result
    const char* label; ///< in the report
    std::uint64_t Counters::*field;
};

inline constexpr HardwareCounter hardware_counters[] = {
    {"global_load_bytes", "global load bytes", &Counters::global_load_bytes},
    {"global_store_bytes", "global store bytes", &Counters::global_store_bytes},
    {"global_load_requests", "global load requests", &Counters::global_load_requests},
    {"global_load_sectors", "global load sectors", &Counters::global_load_sectors},
    {"global_store_requests", "global store requests", &Counters::global_store_requests},
    {"global_store_sectors", "global store sectors", &Counters::global_store_sectors},
    {"shared_load_requests", "shared load requests", &Counters::shared_load_requests},
    {"shared_store_requests", "shared store requests", &Counters::shared_store_requests},
    {"shared_bank_conflicts", "bank conflicts", &Counters::shared_bank_conflicts},
};

/// The same counts, computed before any run; absent if no model gives them.
struct PredictedCounters {
    std::optional<std::uint64_t> blocks;
    std::optional<std::uint64_t> threads;
    std::optional<std::uint64_t> shared_bytes_per_block;
    std::optional<std::uint64_t> global_load_bytes;
    std::optional<std::uint64_t> global_store_bytes;
    std::optional<std::uint64_t> operations;        ///< 2p − 1 for each output point of p terms
    std::optional<std::uint64_t> remote_bytes = {}; ///< loads and stores, of several GPUs
};

/// The launch the submission asked for.
struct LaunchShape {
    std::array<std::uint32_t, 3> grid{1, 1, 1};  ///< blocks along x, y, z
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads along x, y, z
    std::uint64_t dynamic_shared_bytes = 0;
    bool programmatic = false; ///< in a series, may begin before the previous launch ends
    bool by_flags = false;     ///< of several GPUs: the kernel itself waits for its neighbours
};

struct Observation {
    Extents extents;
    bool launched = false;  ///< `launch` holds what launch_config returned
    bool completed = false; ///< the kernel finished; only then are outputs and counters complete
    LaunchShape launch;
    std::vector<std::byte> input;  ///< the input array after the run; empty: it is as it was
    std::vector<std::byte> output; ///< the output array after the run
    Counters counters;
    std::uint64_t course =
        0; ///< of a run that was asked for it: equal where the accesses were the same
    /// Of the source, in which blocks passed a barrier; not all if there are very many. Of a completed run only.
    std::vector<int> barrier_lines;
    std::vector<LineCounters> line_counters; ///< by line; empty unless they were asked for
    Trace trace;                             ///< empty unless it was asked for
    std::vector<Finding> findings;           ///< by the runtime, or by the process that started it
    std::string printed;                     ///< output of the kernel's printf, cut at a limit
    std::uint64_t peak_memory_bytes = 0;     ///< of the emulator's process
    double seconds = 0;                      ///< the launch alone, wall clock
};

} // namespace kit
