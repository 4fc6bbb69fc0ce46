#include "checker/command_line/help_text.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/nearest_word.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kit {

namespace {

constexpr int help_column = 24;

struct Row {
    std::string left;
    std::string help;
};

/// A heading and its rows; a left side too wide for its column has its help below it.
std::string section(const std::string& heading, const std::vector<Row>& rows) {
    if (rows.empty()) {
        return "";
    }
    std::string text = "\n" + heading + ":\n";
    for (const Row& row : rows) {
        std::string line = "  " + row.left;
        const int width = width_of(line);
        if (row.help.empty()) {
            text += line + "\n";
            continue;
        }
        const std::string indent(help_column, ' ');
        line = width + 2 > help_column ? line + "\n" + indent : pad_right(line, help_column);
        text += line + wrapped(row.help, text_columns, indent) + "\n";
    }
    return text;
}

std::string several(const OptionValue& value) {
    return value.name + (value.repeated ? "..." : "");
}

} // namespace

std::string sentence(const std::string& text) {
    return text.empty() || text.back() == '.' ? text : text + ".";
}

std::string shown(const Option& option) {
    std::string text;
    for (auto name = option.names.rbegin(); name != option.names.rend(); ++name) {
        text += (text.empty() ? "" : ", ") + *name;
    }
    return text + (option.value ? " " + several(*option.value) : "");
}

std::string described(const OptionValue& value, const std::string& help) {
    const bool is_said = std::ranges::all_of(value.words, [&](const std::string& word) {
        return value.name.find(word) != std::string::npos || help.find(word) != std::string::npos;
    });
    const std::string words = is_said ? "" : ": " + join(value.words);
    return help + words + (value.standard.empty() ? "" : " (default " + value.standard + ")");
}

std::string described(const Option& option) {
    return option.value ? described(*option.value, option.help) : option.help;
}

std::string synopsis(const Command& command, const std::string& path) {
    std::string text = path;
    const bool only_help = std::ranges::all_of(
        command.options, [](const Option& option) { return option.names.front() == "--help"; });
    text += only_help ? "" : " [OPTIONS]";
    if (!command.commands.empty()) {
        text += " COMMAND ...";
    }
    for (const PositionalArgument& argument : command.arguments) {
        text += argument.required ? " " + several(argument.value)
                                  : " [" + several(argument.value) + "]";
    }
    return text;
}

std::string help_text(const Command& command, const std::string& path) {
    std::string text = "usage: " + synopsis(command, path) + "\n\n" +
                       wrapped(sentence(command.help), text_columns) + "\n";
    std::vector<Row> rows;
    for (const Command& each : command.commands) {
        rows.push_back({each.name, each.help});
    }
    text += section("commands", rows);
    rows.clear();
    for (const PositionalArgument& argument : command.arguments) {
        rows.push_back({several(argument.value), described(argument.value, argument.help)});
    }
    text += section("arguments", rows);
    rows.clear();
    for (const Option& option : command.options) {
        rows.push_back({shown(option), described(option)});
    }
    text += section("options", rows);
    if (!command.notes.empty()) {
        text += "\n" + wrapped(command.notes, text_columns) + "\n";
    }
    for (const Example& example : command.examples) {
        text += "\nExample:" + (example.caption.empty() ? "" : " " + example.caption) + "\n";
        for (const std::string& line : example.lines) {
            text += "  " + line + "\n";
        }
    }
    return text;
}

namespace {

/// What is typed for the first `count` levels: "./lab check".
std::string path_of(const Misuse& misuse, std::size_t count) {
    std::string path;
    for (std::size_t level = 0; level < count; ++level) {
        path += (path.empty() ? "" : " ") + misuse.levels[level].name;
    }
    return path;
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-' && word != "--";
}

/// "the commands are: ..." or "did you mean ...?".
std::string of_these(const std::string& word, const std::vector<std::string>& commands) {
    const auto meant = nearest(word, commands);
    return meant ? fmt::format("did you mean '{}'?", *meant)
                 : "the commands are: " + join(commands);
}

std::string about_option(const Misuse& misuse, const std::string& word) {
    const std::string typed = word.substr(0, word.find('='));
    const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
    for (std::size_t count = misuse.levels.size() - 1; count > 0; --count) {
        const std::vector<std::string>& names = misuse.levels[count - 1].options;
        if (std::ranges::find(names, bare) != names.end()) {
            return fmt::format("{} stands before the command: {} {} ... {}", typed,
                               path_of(misuse, count), typed, misuse.levels.back().name);
        }
    }
    const std::string path = path_of(misuse, misuse.levels.size());
    const auto meant = nearest(bare, misuse.levels.back().options);
    return fmt::format("{} has no option '{}'; ", path, typed) +
           (meant ? fmt::format("did you mean '--{}'?", *meant)
                  : fmt::format("see {} --help", path));
}

} // namespace

std::string refusal(const Misuse& misuse) {
    const std::string path = path_of(misuse, misuse.levels.size());
    const std::vector<std::string>& unread = misuse.unread;
    const std::vector<std::string>& commands = misuse.levels.back().commands;
    const bool is_too_much = misuse.kind == Misuse::Kind::too_much;
    const bool is_missing = misuse.kind == Misuse::Kind::missing;
    if ((is_missing || is_too_much) && !unread.empty() && is_option(unread.front())) {
        return about_option(misuse, unread.front());
    }
    if (!commands.empty() && (is_missing || is_too_much)) {
        return unread.empty() ? "a command is missing; the commands are: " + join(commands)
                              : fmt::format("{} has no command '{}'; {}", path, unread.front(),
                                            of_these(unread.front(), commands));
    }
    if (is_too_much && !unread.empty()) {
        return fmt::format("{} takes no further word '{}'; see {} --help", path, unread.front(),
                           path);
    }
    return fmt::format("{}; see {} --help", misuse.message, path);
}

} // namespace kit
