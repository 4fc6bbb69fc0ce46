#include "checker/emulator/events/event_target.hpp"

#include <algorithm>
#include <vector>

namespace kit {

std::optional<EventTarget> target_of(const wire::Event& event, const EventContext& context) {
    const auto number = static_cast<std::size_t>(event.variable);
    if (event.variable < 0) {
        return std::nullopt;
    }
    if (event.is_array != 0) {
        std::vector<const Argument*> arrays;
        for (const Argument& argument : context.lab.arguments) {
            if (argument.role == Argument::Role::input || argument.role == Argument::Role::output) {
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
    return EventTarget{variable.name, static_cast<std::int64_t>(variable.bytes) / bytes, bytes,
                       shared, shared && variable.bytes == 0};
}

std::int64_t element_of(const wire::Event& event, const EventTarget& target) {
    return event.values[0] / target.element_bytes -
           (event.values[0] % target.element_bytes < 0 ? 1 : 0);
}

} // namespace kit
