// ./lab hint: the next hint, on the last check's finding or else on the lab.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"
#include "checker/hints/hint_levels.hpp"
#include "checker/hints/hint_text.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>

namespace kit {

namespace {

struct Options {
    std::string lab;
    int level = 0; ///< 0: the next one
    bool all = false;
};

void run(const Options& options, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, options.lab);
    // What is shown is what was noted: a check that ends meanwhile must not come between.
    LabProgress shown;
    int first = 0;
    int last = 0;
    update_progress(session, [&](CourseProgress& course) {
        LabProgress& progress = course[lab.id];
        shown = progress;
        first = options.all ? 1 : options.level > 0 ? options.level : next_level(lab, progress);
        last = options.all ? hint_levels(lab, progress) : first;
        enter_hint(hint_at(lab, progress, last), progress);
    });
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    for (int level = first; level <= last; ++level) {
        fmt::print("{}{}", level == first ? "" : "\n",
                   hint_text(lab, hint_at(lab, shown, level), level == first, style));
    }
}

} // namespace

void add_hint_command(command_line::CommandBuilder& app, Session& session) {
    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command = app.add_command(
        "hint", "The next hint: where to look, then the principle behind, then what to do");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    const command_line::OptionBuilder level =
        command.add_option("--level", options->level, "This level instead of the next: 1 to 3")
            .in_range(1, 3);
    command.add_flag("--all", options->all, "All levels at once").excludes(level);
    command.footer("Hints are on what the last ./lab check of your file found; where it found "
                   "nothing, on the lab.\nExample: ./lab hint 5");
    command.action([options, &session] { run(*options, session); });
}

} // namespace kit
