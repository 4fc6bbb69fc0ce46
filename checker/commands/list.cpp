// ./lab list: lists the labs and the student's progress.
#include "checker/catalog/catalog.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/course_progress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <memory>

namespace kit {

namespace {

/// Shows no progress before the first check.
void print_text(const std::vector<Lab>& labs, const CourseProgress& course) {
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    const bool begun = std::any_of(labs.begin(), labs.end(), [&](const Lab& lab) {
        return progress_of(course, lab.id).checks > 0;
    });
    std::size_t id_width = 0;
    for (const Lab& lab : labs) {
        id_width = std::max(id_width, lab.id.size());
    }
    for (const Lab& lab : labs) {
        const LabProgress reached = progress_of(course, lab.id);
        fmt::print("{}{:<{}}  {}{:>2} points  {}: {}\n",
                   begun ? lab_mark(reached, style) + " " : "", lab.id, id_width,
                   !begun             ? ""
                   : reached.passed() ? fmt::format("{:>2} of ", reached.points)
                                      : "      ",
                   lab.points, lab.source, lab.summary);
    }
    if (begun) {
        const CourseTotal total = total_of(labs, course);
        fmt::print("\n{}  {}\n", course_bar(total, 30, style), course_sentence(total));
    }
    fmt::print("\nEdit labs/<lab>/kernel.cu, then: ./lab check <number>\n"
               "Or check it on every save: ./lab watch\n");
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
                        {"checks", reached.checks}});
    }
    fmt::print("{}\n", list.dump(2));
}

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
        const std::vector<Lab> labs = read_catalog(session.root);
        const CourseProgress course = read_progress(session);
        *format == "json" ? print_json(labs, course) : print_text(labs, course);
    });
}

const RegisteredCommand registered_list(10, add_list_command);

} // namespace

} // namespace kit
