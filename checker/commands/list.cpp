// ./lab list: lists the labs and the student's progress.
#include "checker/commands/commands.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/course_progress.hpp"
#include "checker/course/next_step.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kit {

namespace {

constexpr int least_summary = 30; ///< columns; with less, the summary is below its lab
constexpr int summary_indent = 4;

/// "04-basic-sweep   10 of 10 points".
std::string heading(const Lab& lab, const LabProgress& reached, bool begun, int id_width) {
    const std::string gained = !begun             ? ""
                               : reached.passed() ? fmt::format("{:>2} of ", reached.points)
                                                  : "      ";
    return fmt::format("{}  {}{:>2} points", pad_right(lab.id, id_width), gained, lab.points);
}

/// "3 of 5 parts are right. "; empty if the last check tried none.
std::string parts_done(const TriedParts& tried) {
    const auto right = std::ranges::count_if(
        tried.parts, [](const TriedPart& part) { return part.state == TriedPart::State::right; });
    return tried.parts.empty()
               ? ""
               : fmt::format("{} of {} parts are right. ", right, tried.parts.size());
}

/// On a terminal, the summary is broken between words: beside its lab, or below it if that is too narrow.
/// Elsewhere each lab has one line.
void print_lab(const std::string& mark, const std::string& heading, const std::string& summary) {
    const int beside = width_of(heading) + (mark.empty() ? 0 : 2) + 2;
    const std::string left = (mark.empty() ? "" : mark + " ") + heading;
    const std::optional<int> columns = terminal_columns(STDOUT_FILENO);
    if (!columns || *columns - beside >= least_summary) {
        const std::string indent(static_cast<std::size_t>(beside), ' ');
        print_out(
            fmt::format("{}  {}\n", left, columns ? wrapped(summary, *columns, indent) : summary));
        return;
    }
    const std::string indent(summary_indent, ' ');
    const TextStyle narrow{false, *columns};
    print_out(fitted(STDOUT_FILENO, left, indent) +
              paragraph(narrow, Tone::plain, summary, indent));
}

std::size_t puzzles_solved(const CourseProgress& course) {
    std::size_t count = 0;
    for (const auto& [lab, progress] : course) {
        count += progress.puzzles.size();
    }
    return count;
}

/// Shows no progress before the first check.
void print_text(const std::vector<Lab>& labs, const CourseProgress& course) {
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    const bool begun = std::ranges::any_of(
        labs, [&](const Lab& lab) { return progress_of(course, lab.id).checks > 0; });
    int id_width = 0;
    for (const Lab& lab : labs) {
        id_width = std::max(id_width, width_of(lab.id));
    }
    for (const Lab& lab : labs) {
        const LabProgress reached = progress_of(course, lab.id);
        print_lab(begun ? lab_mark(reached, style) : "", heading(lab, reached, begun, id_width),
                  fmt::format("{}{}: {}", parts_done(reached.parts), lab.source, lab.summary));
    }
    if (begun) {
        const CourseTotal total = total_of(labs, course);
        const int columns = terminal_columns(STDOUT_FILENO).value_or(style.width);
        print_out(fmt::format("\n{}", course_line(total, columns, 30, style)));
    }
    if (const std::size_t solved = puzzles_solved(course); solved > 0) {
        print_out(fmt::format("{} solved.\n", plural(solved, "puzzle")));
    }
    const Lab* const open = first_unpassed(labs, course);
    const std::string next =
        open == nullptr ? after_pass(labs, course, labs.back())
                        : fmt::format("Next: lab {}. {} Check it: ./lab check {}, or on every "
                                      "save: ./lab watch",
                                      open->id, how_to_begin(*open), open->number);
    print_linked("\n" + fitted(STDOUT_FILENO, next), shown_files(labs));
}

void print_json(const std::vector<Lab>& labs, const CourseProgress& course) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Lab& lab : labs) {
        const LabProgress reached = progress_of(course, lab.id);
        list.push_back({{"number", lab.number},
                        {"id", lab.id},
                        {"title", lab.title},
                        {"source", lab.source},
                        {"summary", lab.summary},
                        {"points", lab.points},
                        {"kernel", kernel_declaration(lab)},
                        {"passed", reached.passed()},
                        {"checks", reached.checks},
                        {"puzzles", reached.puzzles.size()}});
    }
    fmt::print("{}", indented_json(list));
}

} // namespace

void add_list_command(CommandBuilder& app, Session& session) {
    auto format = std::make_shared<std::string>("text");
    CommandBuilder command =
        app.add_command("list", "List the labs, what each is about, and which you have passed");
    command.add_option("--format", *format, "Form of the list")
        .one_of({"text", "json"})
        .shows_default();
    command.footer("Example: the labs as data for a script\n"
                   "  ./lab list --format json");
    command.action([format, &session] {
        const std::vector<Lab> labs = labs_of(session);
        const CourseProgress course = read_progress(session);
        *format == "json" ? print_json(labs, course) : print_text(labs, course);
    });
}

} // namespace kit
