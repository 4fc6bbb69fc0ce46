#include "checker/commands/whole_definition.hpp"

#include "analytics/commands/application.hpp"
#include "command_line/read_definition.hpp"
#include "handouts/builder/options.hpp"

namespace kit {

command_line::Command whole_definition(const CLI::App& checker) {
    command_line::Command all = command_line::read_definition(checker);
    CLI::App analytics;
    bool unused = false;
    analytics::define_application(analytics, unused);
    CLI::App handouts;
    handouts::Options options;
    handouts::define_application(handouts, options);
    for (const CLI::App* program : {&analytics, &handouts}) {
        command_line::Command command = command_line::read_definition(*program);
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
