#include "checker/emulator/host/event_target.hpp"

#include "checker/emulator/host/slab_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace kit {

namespace {

std::optional<EventTarget> target_of(const runtime::Event& event, const EventContext& context) {
    const auto number = static_cast<std::size_t>(event.variable);
    if (event.variable < 0) {
        return std::nullopt;
    }
    if (const auto array = slab_array_of(event, context)) {
        return EventTarget{
            array->name, array->elements(),
            array->is_flags() ? 4 : static_cast<std::int64_t>(bytes_of(context.lab.element)), false,
            false};
    }
    if (event.is_array != 0) {
        std::vector<const KernelArgument*> arrays;
        for (const KernelArgument& argument : context.lab.arguments) {
            if (argument.role == KernelArgument::Role::input ||
                argument.role == KernelArgument::Role::output) {
                arrays.push_back(&argument);
            }
        }
        if (number >= arrays.size()) {
            return std::nullopt;
        }
        return EventTarget{arrays[number]->name, context.extents.cells(),
                           static_cast<std::int64_t>(bytes_of(context.lab.element)), false, false};
    }
    if (number >= context.artifact.variables.size()) {
        return std::nullopt;
    }
    const DeviceVariable& variable = context.artifact.variables[number];
    // The type is not known: what is accessed is taken for an element.
    const std::int64_t bytes = std::clamp<std::int64_t>(event.values[1], 1, 16);
    const bool shared = variable.space == DeviceVariable::Space::shared;
    EventTarget target{variable.name, static_cast<std::int64_t>(variable.bytes) / bytes, bytes,
                       shared, shared && variable.bytes == 0};
    const std::int64_t declared =
        std::accumulate(variable.extents.begin(), variable.extents.end(), std::int64_t{1},
                        [](std::int64_t product, std::int64_t extent) { return product * extent; });
    if (!variable.extents.empty() && declared > 0 &&
        declared <= static_cast<std::int64_t>(variable.bytes)) {
        target.elements = declared;
        target.element_bytes = static_cast<std::int64_t>(variable.bytes) / declared;
        target.extents = variable.extents;
    }
    return target;
}

} // namespace

std::optional<EventTarget> name_target(const runtime::Event& event, const EventContext& context,
                                       Finding& finding) {
    const auto target = target_of(event, context);
    if (target) {
        finding.array = target->name;
        finding.index = event.values[0] / target->element_bytes -
                        (event.values[0] % target->element_bytes < 0 ? 1 : 0);
    }
    return target;
}

std::string element_of(const EventTarget& target, std::int64_t index) {
    std::string indices;
    for (std::size_t axis = target.extents.size(); axis > 1; --axis) {
        const std::int64_t extent = target.extents[axis - 1];
        const std::int64_t own = (index % extent + extent) % extent;
        indices = fmt::format("[{}]{}", own, indices);
        index = (index - own) / extent;
    }
    return fmt::format("{}[{}]{}", target.name, index, indices);
}

} // namespace kit
