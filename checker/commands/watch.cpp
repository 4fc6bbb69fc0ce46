// ./lab watch: a lab checked on every save.
#include "checker/watch/watch.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"

#include <fmt/format.h>

#include <memory>

namespace kit {

namespace {

struct Options {
    std::string lab;
    bool poll = false;
};

void run(const Options& options, const Session& session) {
    watch::State state;
    state.labs = read_catalog(session.root);
    state.course = read_progress(session);
    const Lab* lab = options.lab.empty() ? first_unpassed(state.labs, state.course)
                                         : &find_lab(state.labs, options.lab);
    state.lab = lab == nullptr ? 0 : static_cast<std::size_t>(lab - state.labs.data());
    for (Lab& each : state.labs) {
        each.skeleton = shown_path(each.skeleton);
    }
    fmt::print("{}\n", watch::watch_course(std::move(state), session.root,
                                           options.poll ? watch::FileWatcher::Method::polled
                                                        : watch::FileWatcher::Method::notified));
}

} // namespace

void add_watch_command(command_line::CommandBuilder& app, Session& session) {
    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command = app.add_command(
        "watch", "Check a lab on every save, with hints and details at the press of a key");
    command.add_option("LAB", options->lab,
                       "The lab: 5, 05 or 05-shared-memory-tiling; without it the first that has\n"
                       "not passed");
    command.add_flag("--poll", options->poll,
                     "Look at the file five times a second instead of waiting to be told, as on\n"
                     "some network folders");
    command.footer("Needs a terminal. Exit code 0 when you quit, whatever the verdict was.\n"
                   "Example: ./lab watch 5");
    command.action([options, &session] { run(*options, session); });
}

} // namespace kit
