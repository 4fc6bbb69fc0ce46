// ./lab analytics errata: where the texts are wrong.
#include "analytics/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/questions/errata.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

constexpr const char* whose = "Mistakes of texts about the book and the method, not of the book: "
                              "of a reader's notes on chapter 8 of Programming "
                              "Massively Parallel Processors (PMPP) with answers to its exercises, "
                              "of another reader's notes on it, of chapter 5 of "
                              "a Numba course, and of an article.";

/// Each entry as paragraphs: whole sentences do not fit side by side in a terminal.
std::string errata_text() {
    constexpr const char* indent = "         ";
    std::string text = wrapped(whose, text_columns) + "\n";
    std::string source;
    for (const Erratum& each : errata()) {
        text += "\n";
        if (each.source != source) {
            source = each.source;
            text += source + "\n";
        }
        const auto line = [&](const char* word, const std::string& words) {
            text += pad_right(word, 9) + wrapped(words, text_columns, indent) + "\n";
        };
        line("  says", each.claim);
        line("  right", each.right);
        line("  why", each.why);
        line("  see", shown_by(each));
    }
    return text;
}

Table errata_table() {
    Table table{"errata", "Where the texts of the course are wrong",
                columns("source | claim: says | right | why | command: shown by")};
    for (const Erratum& each : errata()) {
        table.rows.push_back({each.source, each.claim, each.right, each.why, shown_by(each)});
    }
    table.notes = {whose};
    return table;
}

} // namespace

void add_errata_command(CommandBuilder& app, Session& /*session*/) {
    const auto name = std::make_shared<std::string>("text");
    CommandBuilder command =
        app.add_command("errata", "Show where the course's texts are wrong, and why");
    add_format_option(command, *name);
    command.footer("Each entry has the text's claim, what is right and why, and the command that\n"
                   "shows it, with what to look for in its output.\n"
                   "Example: the entries as a table for a page\n"
                   "  ./lab analytics errata --format markdown");
    command.action([name] {
        const Format format = format_named(*name);
        fmt::print("{}", format == Format::text ? errata_text() : render({errata_table()}, format));
    });
}

} // namespace kit
