#include "checker/command_line/definition.hpp"

#include "checker/base/json_text.hpp"

#include <array>
#include <cstddef>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const OptionValue& value) {
    return {{"name", value.name},
            {"kind", name(value.kind)},
            {"words", value.words},
            {"repeated", value.repeated},
            {"standard", value.standard}};
}

Json json_of(const Command& command) {
    Json document{{"name", command.name},       {"help", command.help},
                  {"notes", command.notes},     {"examples", Json::array()},
                  {"arguments", Json::array()}, {"options", Json::array()},
                  {"commands", Json::array()}};
    for (const Example& example : command.examples) {
        document["examples"].push_back({{"caption", example.caption}, {"lines", example.lines}});
    }
    for (const PositionalArgument& argument : command.arguments) {
        document["arguments"].push_back({{"value", json_of(argument.value)},
                                         {"required", argument.required},
                                         {"help", argument.help}});
    }
    for (const Option& option : command.options) {
        document["options"].push_back({{"names", option.names},
                                       {"value", option.value ? json_of(*option.value) : Json()},
                                       {"help", option.help}});
    }
    for (const Command& each : command.commands) {
        document["commands"].push_back(json_of(each));
    }
    return document;
}

} // namespace

const char* name(Kind kind) {
    // In the order of Kind.
    constexpr std::array<const char*, 5> names{"text", "words", "file", "folder", "lab"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string json_definition(const Command& program) {
    return indented_json(json_of(program));
}

} // namespace kit
