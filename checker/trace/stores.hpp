// The stores of results that a recording has.
#pragma once

#include "checker/reference/boundary.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kit {

/// A thread's store of a result to a cell of the output.
struct Store {
    std::array<std::uint32_t, 3> block{};
    std::array<std::uint32_t, 3> thread{};
    Cell cell{};
};

/// Those to the lab's output that lie inside it, in the order of the recording.
[[nodiscard]] std::vector<Store> stores_of(const RecordedLaunch& recorded);

} // namespace kit
