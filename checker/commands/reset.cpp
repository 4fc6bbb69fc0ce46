// ./lab reset: restores a lab's skeleton and keeps a copy of the student's file.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/reset_lab.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

bool agreed(const std::string& file) {
    if (isatty(STDIN_FILENO) == 0) {
        throw UsageError("cannot ask before resetting {}, because there is no terminal: "
                         "add --yes",
                         file);
    }
    const std::string question =
        fmt::format("Reset {} to the skeleton? A copy of it is kept. [y/N]", file);
    std::string lines = fitted(STDERR_FILENO, question);
    lines.back() = ' ';
    fmt::print(stderr, "{}", lines);
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void run_reset(const std::string& name, bool yes, Session& session) {
    const std::vector<Lab> labs = labs_of(session);
    const Lab& lab = own_lab(labs, name);
    const std::string skeleton = handed_out_text(lab);
    std::error_code error;
    const bool has_work = fs::exists(lab.skeleton, error) && !is_skeleton(lab, skeleton);
    if (has_work && !yes && !agreed(lab.skeleton.string())) {
        fmt::print("Nothing was changed.\n");
        return;
    }
    const ResetResult result = reset_lab(lab);
    if (!result.was_skeleton) {
        update_progress(session, [&](CourseProgress& course) {
            if (const auto known = course.find(lab.id); known != course.end()) {
                known->second.finding.reset(); // it was about the old text
            }
        });
    }
    print_linked(fitted(STDOUT_FILENO, sentence_of(result, lab)), {lab.skeleton, result.copy});
}

} // namespace

void add_reset_command(CommandBuilder& app, Session& session) {
    struct ResetOptions {
        std::string lab;
        bool yes = false;
    };

    auto options = std::make_shared<ResetOptions>();
    CommandBuilder command = app.add_command(
        "reset", "Reset a lab's kernel.cu to the skeleton, keeping a copy of yours");
    command.add_option("LAB", options->lab, lab_help).required();
    command.add_flag("--yes", options->yes, "Do not ask; needed without a terminal");
    command.footer("The copy is kernel.cu.kept beside it, or kernel.cu.kept.2 and so on.\n"
                   "Example: ./lab reset 5");
    command.action([options, &session] { run_reset(options->lab, options->yes, session); });
}

} // namespace kit
