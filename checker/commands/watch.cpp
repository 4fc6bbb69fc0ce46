// ./lab watch: checks a lab on every save.
#include "checker/commands/commands.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/next_step.hpp"
#include "checker/watch/watch.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace kit {

namespace {

struct WatchOptions {
    std::string lab;
    bool poll = false;
};

void run_watch(const WatchOptions& options, const Session& session) {
    State state;
    state.labs = labs_of(session);
    state.course = read_progress(session);
    const Lab* lab = options.lab.empty() ? first_unpassed(state.labs, state.course)
                                         : &own_lab(state.labs, options.lab);
    state.lab = lab == nullptr ? 0 : static_cast<std::size_t>(lab - state.labs.data());
    const std::vector<std::filesystem::path> files = shown_files(state.labs);
    const std::string words =
        watch_course(std::move(state), session.root, folder_of(session),
                     options.poll ? FileWatcher::Method::polled : FileWatcher::Method::notified);
    print_linked(fitted(STDOUT_FILENO, words), files);
}

} // namespace

void add_watch_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<WatchOptions>();
    CommandBuilder command =
        app.add_command("watch", "Check a lab on every save; keys show hints, details, the steps "
                                 "of a block, the list of labs");
    command.add_option(
        "LAB", options->lab,
        "The lab: 5, 05, 05-shared-memory-tiling, or a path in its folder; default:\n"
        "the first that has not passed");
    command.add_flag("--poll", options->poll,
                     "Look at the file five times a second, for network folders that report\n"
                     "no changes");
    command.footer("Needs a terminal. Exit code 0 when you quit, whatever the verdict.\n"
                   "Example: ./lab watch 5");
    command.action([options, &session] { run_watch(*options, session); });
}

} // namespace kit
