#include "analytics/commands/errata.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/errata.hpp"
#include "analytics/report/layout.hpp"
#include "command_line/application.hpp"

#include <cstdio>
#include <memory>

namespace analytics {

namespace {

std::string shown_by(const Erratum& each) {
    if (each.command.empty()) {
        return "";
    }
    return (each.edit.empty() ? "" : each.edit + ", then ") + "./lab " + each.command;
}

/// Whole sentences do not fit a terminal's columns beside one another: a paragraph each.
std::string errata_text() {
    constexpr std::size_t text_columns = 80;
    constexpr const char* indent = "         ";
    std::string text;
    std::string source;
    for (const Erratum& each : errata()) {
        text += text.empty() ? "" : "\n";
        if (each.source != source) {
            source = each.source;
            text += source + "\n";
        }
        const auto line = [&](const char* word, const std::string& words) {
            text += left_aligned(word, 9) + wrapped(words, text_columns, indent) + "\n";
        };
        line("  says", each.claim);
        line("  right", each.right);
        line("  why", each.why);
        if (!each.command.empty()) {
            line("  see", shown_by(each));
        }
    }
    return text;
}

Table errata_table() {
    Table table;
    table.key = "errata";
    table.title = "Where the texts of the course are wrong";
    table.columns = {{"source", "source", false},
                     {"claim", "says", false},
                     {"right", "right", false},
                     {"why", "why", false},
                     {"command", "shown by", false}};
    for (const Erratum& each : errata()) {
        table.rows.push_back({each.source, each.claim, each.right, each.why, shown_by(each)});
    }
    return table;
}

/// On paper, where a row of whole sentences would be wider than the page.
std::vector<Table> paragraph_tables() {
    std::vector<Table> tables;
    for (const Erratum& each : errata()) {
        Table table;
        table.key = "erratum";
        table.title = each.source;
        table.columns = {{"label", "", false}, {"text", "", false}};
        table.rows = {{"says", each.claim}, {"right", each.right}, {"why", each.why}};
        if (!each.command.empty()) {
            table.rows.push_back({"see", shown_by(each)});
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

std::string document(Format format) {
    switch (format) {
    case Format::text: return errata_text();
    case Format::latex: return render(paragraph_tables(), format);
    default: return render({errata_table()}, format);
    }
}

} // namespace

void add_errata_command(command_line::CommandBuilder& app) {
    const auto name = std::make_shared<std::string>("text");
    command_line::CommandBuilder command =
        app.add_command("errata", "Tell where the course's texts are wrong, and why");
    add_format_option(command, *name);
    command.footer(
        "Each entry says what a text says, what is right and why, and where the kit can\n"
        "show it, how.\n"
        "Example: the entries as a table for a page\n"
        "  ./lab analytics errata --format markdown");
    command.action([name] { std::fputs(document(format_named(*name)).c_str(), stdout); });
}

} // namespace analytics
