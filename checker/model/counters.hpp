// What a launch moved and did, counted by the emulator and, beside it, computed by analytics.
#pragma once

#include <cstdint>
#include <optional>

namespace kit {

/// Counted while the kernel ran. Bytes are those that the kernel's own loads and stores name.
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
    /// Of the bytes above those that another lane of the same request names, too. The hardware's
    /// counters of bytes leave them out.
    std::uint64_t global_load_repeated_bytes = 0;
    std::uint64_t global_store_repeated_bytes = 0;

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// The same figures computed before any run; absent where no model says.
struct PredictedCounters {
    std::optional<std::uint64_t> blocks;
    std::optional<std::uint64_t> threads;
    std::optional<std::uint64_t> shared_bytes_per_block;
    std::optional<std::uint64_t> global_load_bytes;
    std::optional<std::uint64_t> global_store_bytes;
    std::optional<std::uint64_t> operations; ///< 2p − 1 for each output point of p terms
};

} // namespace kit
