// ./lab hint: shows the next hint, on the last check's finding or else on the lab.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/hints.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <memory>

namespace kit {

namespace {

struct HintOptions {
    std::string lab;
    int level = 0; ///< 0: the next one
    bool all = false;
};

/// What the hint is on; a missing file is worth a remark, too.
HintSubject subject_of(const Lab& lab, const LabProgress& progress) {
    const FileText text = try_read_file(lab.skeleton);
    const std::string file = lab.skeleton.string();
    return {true, text.error != 0 ? fmt::format("{} cannot be read. ./lab reset {} restores it.",
                                                file, lab.number)
                                  : remark_on_check(lab, progress, file, text.text)};
}

void run_hint(const HintOptions& options, Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = own_lab(labs, options.lab);
    // Show exactly what was noted, even if a check ends meanwhile.
    LabProgress shown;
    int first = 0;
    int last = 0;
    update_progress(session, [&](CourseProgress& course) {
        LabProgress& progress = course[lab.id];
        shown = progress;
        const int levels = hint_levels(lab, progress);
        if (options.level > levels) {
            throw UsageError("--level {}: lab {} has {} now", options.level, lab.number,
                             plural(static_cast<std::size_t>(levels), "hint"));
        }
        first = options.all ? 1 : options.level > 0 ? options.level : next_level(lab, progress);
        last = options.all ? levels : first;
        enter_hint(hint_at(lab, progress, last), progress);
    });
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    HintSubject subject = subject_of(lab, shown);
    std::string text;
    std::vector<std::string> read_on;
    for (int level = first; level <= last; ++level) {
        const Hint hint = hint_at(lab, shown, level);
        text += (level == first ? "" : "\n") + hint_text(lab, hint, subject, style);
        subject.shown = false;
        if (hint.read_on) {
            read_on.push_back(read_on_sentence(*hint.read_on));
        }
    }
    read_on.erase(std::unique(read_on.begin(), read_on.end()), read_on.end());
    for (const std::string& sentence : read_on) {
        text += (&sentence == read_on.data() ? "\n" : "") + paragraph(style, Tone::plain, sentence);
    }
    print_linked(text, {lab.skeleton, lab.handout});
}

} // namespace

void add_hint_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<HintOptions>();
    CommandBuilder command = app.add_command(
        "hint", "Show the next hint: where to look, then the principle, then what to do");
    command.add_option("LAB", options->lab, lab_help).required();
    const OptionBuilder level =
        command.add_option("--level", options->level, "Show this level instead of the next, from 1")
            .in_range(1, 9);
    command.add_flag("--all", options->all, "Show all levels at once").excludes(level);
    command.footer(
        "Hints are about the first finding of the last ./lab check on your file. Without a "
        "finding, or if its cause is not known, they are about the lab.\n"
        "Example: ./lab hint 5");
    command.action([options, &session] { run_hint(*options, session); });
}

} // namespace kit
