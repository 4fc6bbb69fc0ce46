#include "checker/command_line/man_page.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/command_line/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kit {

namespace {

/// Longer lines of source are frowned upon by mandoc.
constexpr int source_columns = 76;

std::string bold(const std::string& text) {
    return "\\fB" + roff_text(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + roff_text(text) + "\\fR";
}

std::string roff_several(const OptionValue& value) {
    return italic(value.name) + (value.repeated ? "..." : "");
}

/// Wrapping comes last, when letters have become names; a word that now begins a line is guarded.
std::string paragraph(const std::string& text) {
    std::string source = wrapped(roff_text(text), source_columns);
    for (std::size_t at = source.find("\n."); at != std::string::npos;
         at = source.find("\n.", at)) {
        source.insert(at + 1, "\\&");
    }
    return source + "\n";
}

std::string entry(const std::string& term, const std::string& text) {
    return ".TP\n" + term + "\n" + paragraph(text);
}

std::string option_entry(const Option& option) {
    std::string term;
    for (auto name = option.names.rbegin(); name != option.names.rend(); ++name) {
        term += (term.empty() ? "" : ", ") + bold(*name);
    }
    term += option.value ? " " + roff_several(*option.value) : "";
    return entry(term, sentence(described(option)));
}

/// The synopsis with its command in bold and what it takes in italics.
std::string synopsis_source(const Command& command, const std::string& path) {
    return bold(path) + roff_text(synopsis(command, path).substr(path.size()));
}

void add_synopses(const Command& command, const std::string& path, std::string& page) {
    if (command.commands.empty()) {
        page += (page.back() == '\n' && page.ends_with("SYNOPSIS\n") ? "" : ".br\n") +
                synopsis_source(command, path) + "\n";
    }
    for (const Command& each : command.commands) {
        add_synopses(each, path + " " + each.name, page);
    }
}

void add_body(const Command& command, bool with_help, std::string& page) {
    for (const PositionalArgument& argument : command.arguments) {
        page +=
            entry(roff_several(argument.value), sentence(described(argument.value, argument.help)));
    }
    for (const Option& option : command.options) {
        if (with_help || option.names.front() != "--help") {
            page += option_entry(option);
        }
    }
    if (!command.notes.empty()) {
        page += ".PP\n" + paragraph(command.notes);
    }
    for (const Example& example : command.examples) {
        page += ".PP\n" + paragraph("Example: " + example.caption);
        page += ".RS 4\n.nf\n";
        for (const std::string& line : example.lines) {
            page += roff_text(line) + "\n";
        }
        page += ".fi\n.RE\n";
    }
}

void add_commands(const Command& above, const std::string& path, std::string& page) {
    for (const Command& command : above.commands) {
        const std::string own_path = path + " " + command.name;
        page += ".SS \"" + roff_text(synopsis(command, own_path)) + "\"\n";
        page += paragraph(sentence(command.help));
        add_body(command, false, page);
        add_commands(command, own_path, page);
    }
}

void add_entries(const std::string& heading, const std::vector<ManualEntry>& entries,
                 std::string& page) {
    if (entries.empty()) {
        return;
    }
    page += ".SH " + heading + "\n";
    for (const ManualEntry& each : entries) {
        page += entry(bold(each.term), each.text);
    }
}

} // namespace

std::string roff_text(const std::string& text) {
    std::string source;
    for (std::string_view rest = text; !rest.empty();) {
        const bool begins_line = source.empty() || source.back() == '\n';
        const Utf8Character character = first_character(rest);
        rest.remove_prefix(character.bytes);
        const char32_t letter = character.point;
        switch (letter) {
        case U'\\': source += "\\(rs"; break;
        case U'-': source += "\\-"; break;
        case U'^': source += "\\(ha"; break;
        case U'~': source += "\\(ti"; break;
        case U'`': source += "\\(ga"; break;
        case U'\'': source += "\\(aq"; break;
        case U'"': source += "\\(dq"; break;
        case U'.': source += begins_line ? "\\&." : "."; break;
        default:
            source += letter < 0x80 ? std::string(1, static_cast<char>(letter))
                                    : fmt::format("\\[u{:04X}]", static_cast<unsigned>(letter));
        }
    }
    return source;
}

std::string man_page(const Command& program, const Manual& manual) {
    std::string title = manual.name;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    std::string page =
        ".TH " + title + " 1 " + manual.date + " \"" + roff_text(manual.version) + "\"\n";
    // Names of commands and files stay whole.
    page += ".nh\n.ad l\n";
    page += ".SH NAME\n" + roff_text(manual.name) + " \\- " + roff_text(manual.summary) + "\n";
    page += ".SH SYNOPSIS\n";
    add_synopses(program, program.name, page);
    page += ".SH DESCRIPTION\n";
    for (const std::string& text : manual.description) {
        page += (page.ends_with("DESCRIPTION\n") ? "" : ".PP\n") + paragraph(text);
    }
    page += ".SH OPTIONS\nPut these before the command.\n";
    add_body(program, true, page);
    page += ".SH COMMANDS\n";
    add_commands(program, program.name, page);
    add_entries("EXIT STATUS", manual.exit_codes, page);
    add_entries("ENVIRONMENT", manual.environment, page);
    add_entries("FILES", manual.files, page);
    return page;
}

} // namespace kit
