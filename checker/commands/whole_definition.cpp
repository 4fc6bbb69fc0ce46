#include "checker/commands/whole_definition.hpp"

#include "analytics/commands/application.hpp"
#include "handouts/builder/options.hpp"

namespace kit {

command_line::Command whole_definition(const command_line::CommandBuilder& checker) {
    command_line::Command all = checker.definition();
    bool unused = false;
    handouts::Options options;
    for (command_line::Command command : {analytics::application(unused).definition(),
                                          handouts::application(options).definition()}) {
        command.name = command.name.substr(command.name.find(' ') + 1);
        all.commands.push_back(command);
    }
    return all;
}

const std::vector<std::string>& other_programs() {
    static const std::vector<std::string> names{"analytics", "handouts"};
    return names;
}

} // namespace kit
