// Elements, values and threads of a trace, as the source and the course write them.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/trace.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace kit {

/// The element that the event is about. Rounded down, so that a place before the array has a negative one; 0 without
/// an array.
[[nodiscard]] std::int64_t element_index(const Trace& trace, const TraceEvent& event);

/// "tile[2][2][1]"; of an array without known extents "in[11]". Empty if the event names no array.
[[nodiscard]] std::string element_of(const Trace& trace, const TraceEvent& event);

/// "in[11] (i = 0, j = 1, k = 2)": of the lab's arrays with the cell that the index is of.
[[nodiscard]] std::string element_and_cell(const Trace& trace, const TraceEvent& event,
                                           const Lab& lab, const Extents& extents);

/// "i = 0, j = 1, k = 2": the cell whose element this is in the lab's arrays.
[[nodiscard]] std::string cell_of(std::int64_t element, const Lab& lab, const Extents& extents);

/// "-0.25"; of a vector its first elements, "1, 2, 3, 4".
[[nodiscard]] std::string value_of(const Trace& trace, const TraceEvent& event);

/// The first element of what it moved.
[[nodiscard]] double first_value(const TraceEvent& event, Element element);

/// Coordinates of number `number`, x fastest.
[[nodiscard]] std::array<std::uint32_t, 3> position(std::uint64_t number,
                                                    const std::array<std::uint32_t, 3>& extents);

/// The number of these coordinates: the inverse of position().
[[nodiscard]] std::uint64_t number_at(const std::array<std::uint32_t, 3>& index,
                                      const std::array<std::uint32_t, 3>& extents);

/// "(2,1,0)".
[[nodiscard]] std::string triple(const std::array<std::uint32_t, 3>& index);

} // namespace kit
