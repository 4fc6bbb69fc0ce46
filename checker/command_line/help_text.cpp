#include "checker/command_line/help_text.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/utf8.hpp"

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

std::string sentence(std::string text) {
    if (!text.empty() && text.back() != '.') {
        text += '.';
    }
    return text;
}

} // namespace

std::string shown(const Option& option) {
    std::string text;
    for (auto name = option.names.rbegin(); name != option.names.rend(); ++name) {
        text += (text.empty() ? "" : ", ") + *name;
    }
    return text + (option.value ? " " + several(*option.value) : "");
}

std::string described(const OptionValue& value, const std::string& help) {
    const bool is_said =
        std::all_of(value.words.begin(), value.words.end(), [&](const std::string& word) {
            return value.name.find(word) != std::string::npos ||
                   help.find(word) != std::string::npos;
        });
    const std::string words = is_said ? "" : ": " + join(value.words);
    return help + words + (value.standard.empty() ? "" : " (default " + value.standard + ")");
}

std::string described(const Option& option) {
    return option.value ? described(*option.value, option.help) : option.help;
}

std::string synopsis(const Command& command, const std::string& path) {
    std::string text = path;
    const bool only_help =
        std::all_of(command.options.begin(), command.options.end(),
                    [](const Option& option) { return option.names.front() == "--help"; });
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

} // namespace kit
