#include "checker/command_line/man_text.hpp"

#include "checker/base/layout.hpp"
#include "checker/command_line/help_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace kit {

namespace {

constexpr int body_indent = 7; ///< as man has it
constexpr int entry_indent = 14;
constexpr int command_indent = 3;

/// Collects the page, block by block, with an empty line between blocks.
class TextPage {
public:
    explicit TextPage(int columns) : columns_(columns) {}

    void heading(const std::string& text) { block(0, text); }

    void block(int indent, const std::string& text) {
        page_ += page_.empty() ? "" : "\n";
        line(indent, text);
    }

    void line(int indent, const std::string& text) {
        const std::string blank(static_cast<std::size_t>(indent), ' ');
        page_ += blank + wrapped(text, columns_, blank) + "\n";
    }

    void entry(const std::string& term, const std::string& text) {
        block(body_indent, term);
        if (!text.empty()) {
            line(entry_indent, text);
        }
    }

    [[nodiscard]] const std::string& text() const { return page_; }

private:
    int columns_;
    std::string page_;
};

void add_synopses(const Command& command, const std::string& path, TextPage& page) {
    if (command.commands.empty()) {
        page.line(body_indent, synopsis(command, path));
    }
    for (const Command& each : command.commands) {
        add_synopses(each, path + " " + each.name, page);
    }
}

void add_body(const Command& command, bool with_help, TextPage& page) {
    for (const PositionalArgument& argument : command.arguments) {
        page.entry(argument.value.name + (argument.value.repeated ? "..." : ""),
                   sentence(described(argument.value, argument.help)));
    }
    for (const Option& option : command.options) {
        if (with_help || option.names.front() != "--help") {
            page.entry(shown(option), sentence(described(option)));
        }
    }
    if (!command.notes.empty()) {
        page.block(body_indent, command.notes);
    }
    for (const Example& example : command.examples) {
        page.block(body_indent,
                   example.caption.empty() ? "Example:" : "Example: " + example.caption);
        for (const std::string& line : example.lines) {
            page.line(body_indent + 4, line);
        }
    }
}

void add_commands(const Command& above, const std::string& path, TextPage& page) {
    for (const Command& command : above.commands) {
        const std::string own_path = path + " " + command.name;
        page.block(command_indent, synopsis(command, own_path));
        page.line(body_indent, sentence(command.help));
        add_body(command, false, page);
        add_commands(command, own_path, page);
    }
}

void add_entries(const std::string& heading, const std::vector<ManualEntry>& entries,
                 TextPage& page) {
    if (!entries.empty()) {
        page.heading(heading);
    }
    bool first = true;
    for (const ManualEntry& each : entries) {
        if (first) {
            page.line(body_indent, each.term);
            page.line(entry_indent, each.text);
        } else {
            page.entry(each.term, each.text);
        }
        first = false;
    }
}

} // namespace

std::string man_text(const Command& program, const Manual& manual, int columns) {
    TextPage page(columns);
    page.heading("NAME");
    page.line(body_indent, fmt::format("{} - {}", manual.name, manual.summary));
    page.heading("SYNOPSIS");
    add_synopses(program, program.name, page);
    page.heading("DESCRIPTION");
    bool first = true;
    for (const std::string& text : manual.description) {
        first ? page.line(body_indent, text) : page.block(body_indent, text);
        first = false;
    }
    page.heading("OPTIONS");
    page.line(body_indent, "Put these before the command.");
    add_body(program, true, page);
    page.heading("COMMANDS");
    add_commands(program, program.name, page);
    add_entries("EXIT STATUS", manual.exit_codes, page);
    add_entries("ENVIRONMENT", manual.environment, page);
    add_entries("FILES", manual.files, page);
    page.block(0, fmt::format("{}, {}", manual.version, manual.date));
    return page.text();
}

} // namespace kit
