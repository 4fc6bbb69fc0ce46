// Arithmetic intensity by both conventions that the texts use: over loads alone, and over all
// traffic.
#pragma once

#include "checker/model/verdict.hpp"

#include <optional>

namespace kit {

/// Operations for each byte of global memory; absent where unknown or where no byte moves.
struct OpsPerByte {
    std::optional<double> by_loads;    ///< the chapter's OP/B: bytes loaded
    std::optional<double> with_stores; ///< bytes loaded and stored
};

/// The sweep's own operations over the bytes that the kernel was seen to move.
[[nodiscard]] OpsPerByte counted_ops_per_byte(const TrafficResult& traffic);

/// Both sides as computed before the run.
[[nodiscard]] OpsPerByte predicted_ops_per_byte(const TrafficResult& traffic);

} // namespace kit
