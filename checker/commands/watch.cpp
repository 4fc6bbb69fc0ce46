// ./lab watch: checks a lab on every save.
#include "checker/watch/watch.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

struct WatchOptions {
    std::string lab;
    bool poll = false;
};

void run_watch(const WatchOptions& options, const Session& session) {
    State state;
    state.labs = read_catalog(session.root);
    state.course = read_progress(session);
    const Lab* lab = options.lab.empty() ? first_unpassed(state.labs, state.course)
                                         : &find_lab(state.labs, options.lab);
    state.lab = lab == nullptr ? 0 : static_cast<std::size_t>(lab - state.labs.data());
    for (Lab& each : state.labs) {
        each.skeleton = shown_path(each.skeleton);
    }
    fmt::print("{}\n", watch_course(std::move(state), session.root,
                                    options.poll ? FileWatcher::Method::polled
                                                 : FileWatcher::Method::notified));
}

void add_watch_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<WatchOptions>();
    CommandBuilder command =
        app.add_command("watch", "Check a lab on every save; keys show hints and details");
    command.add_option("LAB", options->lab,
                       "The lab: 5, 05 or 05-shared-memory-tiling; default: the first that has\n"
                       "not passed");
    command.add_flag("--poll", options->poll,
                     "Look at the file five times a second, for network folders that report\n"
                     "no changes");
    command.footer("Needs a terminal. Exit code 0 when you quit, whatever the verdict.\n"
                   "Example: ./lab watch 5");
    command.action([options, &session] { run_watch(*options, session); });
}

const RegisteredCommand registered_watch(30, add_watch_command);

} // namespace

} // namespace kit
