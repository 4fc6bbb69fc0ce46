// Rules by which all threads of a launch may have got their cells, other than the right one.
#pragma once

#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/stores.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

using Numbers = std::array<std::int64_t, 3>;

/// The thread's place among all threads along the axis, with so many in a block.
[[nodiscard]] std::int64_t along(const Store& store, std::size_t axis, const Numbers& threads);

/// A sentence on the wrong rule that all stores follow, with a thread that shows it; empty where none fits. `stores`:
/// all of a launch whose threads are counted along the axes. `are_values_wrong`: also a rule that exchanges two axes
/// that are alike.
[[nodiscard]] std::string mistaken_rule(const RecordedLaunch& recorded,
                                        const std::vector<Store>& stores, bool are_values_wrong);

} // namespace kit
