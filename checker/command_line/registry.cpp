#include "checker/command_line/registry.hpp"

#include <map>
#include <utility>

namespace kit {

namespace {

/// By parent and position. A function's, because registrations run before main in no known order.
std::multimap<std::pair<std::string_view, int>, RegisteredCommand::Add>& registry() {
    static std::multimap<std::pair<std::string_view, int>, RegisteredCommand::Add> commands;
    return commands;
}

} // namespace

RegisteredCommand::RegisteredCommand(int position, Add add, std::string_view parent) {
    registry().emplace(std::pair(parent, position), add);
}

void add_registered_commands(CommandBuilder& app, Session& session, std::string_view parent) {
    for (const auto& [place, add] : registry()) {
        if (place.first == parent) {
            add(app, session);
        }
    }
}

} // namespace kit
