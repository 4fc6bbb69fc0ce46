#include "command_line/read_definition.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace command_line {

namespace {

/// Line breaks in a description are for CLI11's own help, which does not wrap.
std::string one_paragraph(const std::string& text) {
    std::istringstream words(text);
    std::string paragraph;
    for (std::string word; words >> word;) {
        paragraph += (paragraph.empty() ? "" : " ") + word;
    }
    return paragraph;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) {
        parts.push_back(part);
    }
    return parts;
}

/// CLI11 joins the type's name and what its checks say: "TEXT:{auto,emulator,gpu}", "TEXT:DIR".
struct TypeName {
    std::string given; ///< empty where it is CLI11's own for the C++ type
    std::string check;
    std::vector<std::string> words;

    explicit TypeName(const std::string& text) {
        const std::size_t brace = text.find('{');
        const std::vector<std::string> parts = split(text.substr(0, brace), ':');
        given = parts.empty() ? "" : parts.front();
        check = parts.size() > 1 ? parts[1] : "";
        const bool is_number = given == "INT" || given == "UINT";
        if (is_number || given == "TEXT" || given == "FLOAT") {
            given = is_number && brace == std::string::npos ? "N" : "";
        }
        if (brace != std::string::npos) {
            words = split(text.substr(brace + 1, text.find('}', brace) - brace - 1), ',');
        }
    }
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : "|") + word;
    }
    return text;
}

Kind kind_of(const std::string& name, const std::vector<std::string>& words) {
    if (!words.empty()) {
        return Kind::words;
    }
    return name == "FILE"                      ? Kind::file
           : name == "DIR" || name == "FOLDER" ? Kind::folder
           : name == "LAB"                     ? Kind::lab
                                               : Kind::text;
}

/// `argument` is the name of one that stands for itself, empty for an option's value.
Value value_of(const CLI::Option& option, const std::string& argument) {
    const TypeName type(option.get_type_name());
    Value value;
    value.words = type.words;
    value.name = !argument.empty()     ? argument
                 : !type.given.empty() ? type.given
                 : !type.words.empty() ? joined(type.words)
                 : !type.check.empty() ? type.check
                                       : "TEXT";
    value.kind = kind_of(value.name, value.words);
    value.standard = option.get_default_str();
    value.repeated = option.get_items_expected_max() > 1;
    return value;
}

Option option_of(const CLI::Option& option) {
    Option read;
    for (const std::string& name : option.get_lnames()) {
        read.names.push_back("--" + name);
    }
    for (const std::string& name : option.get_snames()) {
        read.names.push_back("-" + name);
    }
    if (option.get_items_expected_max() > 0) {
        read.value = value_of(option, "");
    }
    read.help = one_paragraph(option.get_description());
    return read;
}

/// The footer's lines sorted into examples and notes.
void read_footer(const std::string& footer, Command& command) {
    const std::string heading = "Example:";
    std::string notes;
    bool in_example = false;
    for (const std::string& line : split(footer, '\n')) {
        if (line.rfind(heading, 0) == 0) {
            in_example = true;
            const std::string rest = one_paragraph(line.substr(heading.size()));
            const bool is_command = rest.rfind("./", 0) == 0;
            command.examples.push_back(is_command ? Example{"", {rest}} : Example{rest, {}});
        } else if (in_example && line.rfind("  ", 0) == 0) {
            command.examples.back().lines.push_back(line.substr(2));
        } else {
            in_example = false;
            notes += line + "\n";
        }
    }
    command.notes = one_paragraph(notes);
}

/// Help and version last: they are what is looked for least.
int rank(const CLI::App& app, const CLI::Option* option) {
    return option == app.get_help_ptr() ? 2 : option->get_name() == "--version" ? 1 : 0;
}

} // namespace

Command read_definition(const CLI::App& app) {
    Command command;
    command.name = app.get_name();
    command.help = one_paragraph(app.get_description());
    command.command_required = app.get_require_subcommand_min() > 0;
    read_footer(app.get_footer(), command);
    std::vector<const CLI::Option*> options =
        app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
    std::stable_sort(options.begin(), options.end(), [&](const auto* one, const auto* other) {
        return rank(app, one) < rank(app, other);
    });
    for (const CLI::Option* option : options) {
        if (option->get_positional()) {
            command.arguments.push_back({value_of(*option, option->get_name(true)),
                                         option->get_required(),
                                         one_paragraph(option->get_description())});
        } else {
            command.options.push_back(option_of(*option));
        }
    }
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!each->get_group().empty()) {
            command.commands.push_back(read_definition(*each));
        }
    }
    return command;
}

} // namespace command_line
