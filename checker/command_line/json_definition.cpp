#include "checker/command_line/json_definition.hpp"

#include <nlohmann/json.hpp>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

const char* name_of(Kind kind) {
    switch (kind) {
    case Kind::words: return "words";
    case Kind::file: return "file";
    case Kind::folder: return "folder";
    case Kind::lab: return "lab";
    case Kind::text: break;
    }
    return "text";
}

Json json_of(const OptionValue& value) {
    return {{"name", value.name},
            {"kind", name_of(value.kind)},
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

std::string json_definition(const Command& program) {
    return json_of(program).dump(2) + "\n";
}

} // namespace kit
