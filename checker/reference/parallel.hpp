// Spreads the reference's work over the cores.
#pragma once

#include <cstdint>
#include <functional>

namespace kit {

/// How many parts to cut `cells` cells of work into: 1 where starting threads costs more than it
/// saves, else several for each core, so that a busy core does not hold up the rest.
[[nodiscard]] std::int64_t parts_for(std::int64_t cells);

/// Calls work(part, first, last) for each of `parts` consecutive ranges that make up [0, count), on
/// as many threads as there are cores. Returns when all are done; the first exception of any is
/// thrown then.
void for_each_part(
    std::int64_t count, std::int64_t parts,
    const std::function<void(std::int64_t part, std::int64_t first, std::int64_t last)>& work);

} // namespace kit
