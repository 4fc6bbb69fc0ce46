#include "checker/trace/naming.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace kit {

namespace {

template <class T>
std::string values(const TraceEvent& event) {
    T elements[sizeof event.value / sizeof(T)];
    std::memcpy(elements, event.value.data(), sizeof elements);
    const std::size_t count =
        std::clamp<std::size_t>(event.bytes / sizeof(T), 1, sizeof event.value / sizeof(T));
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += fmt::format("{}{:.7g}", i == 0 ? "" : ", ", static_cast<double>(elements[i]));
    }
    return text;
}

std::int64_t floor_division(std::int64_t number, std::int64_t by) {
    return number / by - (number % by < 0 ? 1 : 0);
}

const TraceArray& array_of(const Trace& trace, const TraceEvent& event) {
    return trace.arrays[event.array];
}

} // namespace

std::int64_t element_index(const Trace& trace, const TraceEvent& event) {
    return event.array < 0 ? 0
                           : floor_division(event.place, static_cast<std::int64_t>(bytes_of(
                                                             array_of(trace, event).element)));
}

std::string element_of(const Trace& trace, const TraceEvent& event) {
    if (event.array < 0) {
        return "";
    }
    const TraceArray& array = array_of(trace, event);
    std::int64_t index = element_index(trace, event);
    std::string indices;
    for (std::size_t axis = array.extents.size(); axis > 1; --axis) {
        const std::int64_t extent = array.extents[axis - 1];
        const std::int64_t next = floor_division(index, extent);
        indices = fmt::format("[{}]{}", index - next * extent, indices);
        index = next;
    }
    return fmt::format("{}[{}]{}", array.name, index, indices);
}

std::string element_and_cell(const Trace& trace, const TraceEvent& event, const Lab& lab,
                             const Extents& extents) {
    std::string text = element_of(trace, event);
    if (event.array >= 0 && !event.outside && array_of(trace, event).is_slab) {
        const auto [k, j, plane] = extents.cell(element_index(trace, event));
        return fmt::format("{} (plane {}, j = {}, k = {})", text, plane, j, k);
    }
    if (event.array < 0 || array_of(trace, event).is_shared || lab.axes == 1 || event.outside ||
        array_of(trace, event).bytes != static_cast<std::uint64_t>(extents.cells()) *
                                            static_cast<std::uint64_t>(bytes_of(lab.element))) {
        return text;
    }
    return fmt::format("{} ({})", text, cell_of(element_index(trace, event), lab, extents));
}

std::string cell_of(std::int64_t element, const Lab& lab, const Extents& extents) {
    const auto cell = extents.cell(element);
    std::string text;
    for (auto axis = lab.axes; axis-- > 0;) {
        text +=
            fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis_name(lab, axis), cell[axis]);
    }
    return text;
}

std::string value_of(const Trace& trace, const TraceEvent& event) {
    return with_element_type(event.array < 0 ? Element::float32 : array_of(trace, event).element,
                             [&event]<class T>(std::type_identity<T>) { return values<T>(event); });
}

double first_value(const TraceEvent& event, Element element) {
    return with_element_type(element, [&event]<class T>(std::type_identity<T>) {
        T value;
        std::memcpy(&value, event.value.data(), sizeof value);
        return static_cast<double>(value);
    });
}

std::array<std::uint32_t, 3> position(std::uint64_t number,
                                      const std::array<std::uint32_t, 3>& extents) {
    return {static_cast<std::uint32_t>(number % extents[0]),
            static_cast<std::uint32_t>(number / extents[0] % extents[1]),
            static_cast<std::uint32_t>(number / extents[0] / extents[1])};
}

std::uint64_t number_at(const std::array<std::uint32_t, 3>& index,
                        const std::array<std::uint32_t, 3>& extents) {
    return (std::uint64_t{index[2]} * extents[1] + index[1]) * extents[0] + index[0];
}

std::string triple(const std::array<std::uint32_t, 3>& index) {
    return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

} // namespace kit
