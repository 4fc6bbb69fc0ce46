// ./lab hint: shows the next hint, on the last check's finding or else on the lab.
#include "checker/catalog/catalog.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/hints.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>

namespace kit {

namespace {

struct HintOptions {
    std::string lab;
    int level = 0; ///< 0: the next one
    bool all = false;
};

void run_hint(const HintOptions& options, Session& session) {
    const Lab lab = find_lab(read_catalog(session.root), options.lab);
    // Show exactly what was noted, even if a check ends meanwhile.
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

void add_hint_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<HintOptions>();
    CommandBuilder command = app.add_command(
        "hint", "Show the next hint: where to look, then the principle, then what to do");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    const OptionBuilder level =
        command.add_option("--level", options->level, "Show this level instead of the next: 1 to 3")
            .in_range(1, 3);
    command.add_flag("--all", options->all, "Show all levels at once").excludes(level);
    command.footer("Hints are about the last finding of ./lab check on your file; without a "
                   "finding, about the lab.\nExample: ./lab hint 5");
    command.action([options, &session] { run_hint(*options, session); });
}

const RegisteredCommand registered_hint(40, add_hint_command);

} // namespace

} // namespace kit
