#include "command_line/refusal.hpp"

#include "command_line/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace command_line {

namespace {

/// The outermost command that left a word unread; where none did, the innermost that was read.
const CLI::App& where_it_went_wrong(const CLI::App& app) {
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    return parsed.empty() || !app.remaining().empty() ? app : where_it_went_wrong(*parsed.back());
}

std::string path_of(const CLI::App& app) {
    const CLI::App* const parent = app.get_parent();
    return (parent == nullptr ? "" : path_of(*parent) + " ") + app.get_name();
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back(name);
        }
    }
    return names;
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-' && word != "--";
}

/// "the commands are: ..." or "did you mean ...?".
std::string of_these(const std::string& word, const std::vector<std::string>& commands) {
    const auto meant = nearest(word, commands);
    return meant ? fmt::format("did you mean '{}'?", *meant)
                 : "the commands are: " + listed(commands);
}

std::string about_option(const CLI::App& command, const std::string& word) {
    const std::string typed = word.substr(0, word.find('='));
    const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
    const std::string path = path_of(command);
    for (const CLI::App* above = command.get_parent(); above != nullptr;
         above = above->get_parent()) {
        const std::vector<std::string> names = option_names(*above);
        if (std::find(names.begin(), names.end(), bare) != names.end()) {
            return fmt::format("{} stands before the command: {} {} ... {}", typed, path_of(*above),
                               typed, command.get_name());
        }
    }
    const auto meant = nearest(bare, option_names(command));
    return fmt::format("{} has no option '{}'; ", path, typed) +
           (meant ? fmt::format("did you mean '--{}'?", *meant)
                  : fmt::format("see {} --help", path));
}

} // namespace

std::string refusal(const CLI::App& app, const CLI::ParseError& error,
                    const std::vector<std::string>& other_commands) {
    const CLI::App& command = where_it_went_wrong(app);
    const std::string path = path_of(command);
    const std::vector<std::string> unread = command.remaining();
    std::vector<std::string> commands;
    for (const CLI::App* each : command.get_subcommands({})) {
        if (!each->get_group().empty()) {
            commands.push_back(each->get_name());
        }
    }
    if (&command == &app) {
        commands.insert(commands.end(), other_commands.begin(), other_commands.end());
    }
    const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    const bool is_too_much = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    if ((is_missing || is_too_much) && !unread.empty() && is_option(unread.front())) {
        return about_option(command, unread.front());
    }
    if (!commands.empty() && (is_missing || is_too_much)) {
        return unread.empty() ? "a command is missing; the commands are: " + listed(commands)
                              : fmt::format("{} has no command '{}'; {}", path, unread.front(),
                                            of_these(unread.front(), commands));
    }
    if (is_too_much && !unread.empty()) {
        return fmt::format("{} takes no further word '{}'; see {} --help", path, unread.front(),
                           path);
    }
    return fmt::format("{}; see {} --help", error.what(), path);
}

} // namespace command_line
