// What is counted of a launch, in one table that the emulator's programs, the hardware's tools and the reports share.
#pragma once

#include <cstdint>
#include <optional>

namespace kit {

/// Counted while the kernel ran. Bytes are those that the kernel's loads and stores ask for. Numbers of one type, side
/// by side: a program of the emulator writes them into memory that it shares with the checker.
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
    std::uint64_t global_atomics = 0; ///< how many; no bytes are counted of them
    std::uint64_t input_atomics = 0;  ///< those of them on arrays that a kernel should only read
    std::uint64_t idle_blocks = 0;    ///< without a store or an atomic operation in global memory
    std::uint64_t remote_load_bytes = 0; ///< of the global ones, those from other GPUs' memory
    std::uint64_t remote_store_bytes = 0;

    /// Between GPUs.
    [[nodiscard]] std::uint64_t remote_bytes() const {
        return remote_load_bytes + remote_store_bytes;
    }

    friend bool operator==(const Counters&, const Counters&) = default;
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
    /// If blocks load their whole tiles, also where these hang over the grid: by clamped indices, say.
    std::optional<std::uint64_t> whole_tiles_load_bytes = {};
};

/// A counter that results show.
struct ShownCounter {
    const char* key; ///< in the JSON result
    std::uint64_t Counters::*field;
    const char* of_hardware = nullptr; ///< its name in the report where the hardware counts it, too
    std::optional<std::uint64_t> PredictedCounters::*predicted =
        nullptr;                                 ///< where a model gives it
    std::uint64_t Counters::*repeated = nullptr; ///< what of it the hardware counts once
};

inline constexpr ShownCounter shown_counters[] = {
    {"blocks", &Counters::blocks, nullptr, &PredictedCounters::blocks},
    {"threads", &Counters::threads, nullptr, &PredictedCounters::threads},
    {"shared_bytes_per_block", &Counters::shared_bytes_per_block, nullptr,
     &PredictedCounters::shared_bytes_per_block},
    {"global_load_bytes", &Counters::global_load_bytes, "global load bytes",
     &PredictedCounters::global_load_bytes, &Counters::global_load_repeated_bytes},
    {"global_store_bytes", &Counters::global_store_bytes, "global store bytes",
     &PredictedCounters::global_store_bytes, &Counters::global_store_repeated_bytes},
    {"shared_load_bytes", &Counters::shared_load_bytes},
    {"shared_store_bytes", &Counters::shared_store_bytes},
    {"global_load_requests", &Counters::global_load_requests, "global load requests"},
    {"global_load_sectors", &Counters::global_load_sectors, "global load sectors"},
    {"global_store_requests", &Counters::global_store_requests, "global store requests"},
    {"global_store_sectors", &Counters::global_store_sectors, "global store sectors"},
    {"shared_load_requests", &Counters::shared_load_requests, "shared load requests"},
    {"shared_store_requests", &Counters::shared_store_requests, "shared store requests"},
    {"shared_bank_conflicts", &Counters::shared_bank_conflicts, "bank conflicts"},
    {"divergent_requests", &Counters::divergent_requests},
    {"barriers", &Counters::barriers},
};

} // namespace kit
