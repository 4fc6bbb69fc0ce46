#include "checker/watch/watch.hpp"

#include "checker/check/check_submission.hpp"
#include "checker/course/course_progress.hpp"
#include "checker/course/progress_file.hpp"
#include "checker/report/style.hpp"
#include "checker/watch/check_worker.hpp"
#include "checker/watch/frame.hpp"
#include "checker/watch/terminal.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <array>

namespace kit {

namespace {

class Watch {
public:
    Watch(State state, const std::filesystem::path& root, FileWatcher::Method method)
        : root_(root), progress_(root), state_(std::move(state)), watcher_(method),
          worker_([this](Event&& event) { events_.add(std::move(event)); }) {}

    std::string run() {
        happened(Resized{terminal_.size().rows});
        perform(begin(state_));
        while (!ends_) {
            show();
            wait();
        }
        return fmt::format(
            "{} Lab {}: {}.", course_sentence(total_of(state_.labs, state_.course)) + ".",
            state_.current().id, state_.progress().passed() ? "passed" : "not yet passed");
    }

private:
    void happened(const Event& event) {
        perform(react(state_, event));
        limit_scroll(state_, terminal_.size());
    }

    void perform(const Actions& actions) {
        if (actions.note_check) {
            const NotedCheck& note = *actions.note_check;
            update([&](CourseProgress& course) {
                enter_check(course[note.lab], note.result, true, utc_now());
            });
        }
        if (actions.note_hint) {
            const NotedHint& note = *actions.note_hint;
            update([&](CourseProgress& course) { enter_hint(note.hint, course[note.lab]); });
        }
        if (actions.stop_check) {
            worker_.stop();
        }
        if (actions.follow_file) {
            watcher_.follow(state_.file);
        }
        if (actions.start_check) {
            CheckRequest request;
            request.root = root_;
            request.file = state_.file;
            // A GPU check takes seconds; that is for ./lab check.
            request.backend = Backend::emulator;
            request.seed = fresh_seed();
            worker_.start(state_.check, state_.current(), std::move(request));
        }
        ends_ = ends_ || actions.quit;
    }

    void update(const std::function<void(CourseProgress&)>& change) {
        CourseKnown known;
        known.course = progress_.update(change, known.notice);
        happened(known);
    }

    /// Writes a changed frame, in one call.
    void show() {
        const Size size = terminal_.size();
        std::string bytes = screen_bytes(compose(state_, size, colour_));
        if (bytes != shown_) {
            terminal_.write(bytes);
            shown_ = std::move(bytes);
        }
    }

    void wait() {
        std::array<pollfd, 4> sources{
            pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{terminal_.signal_descriptor(), POLLIN, 0},
            pollfd{events_.descriptor(), POLLIN, 0}, pollfd{watcher_.descriptor(), POLLIN, 0}};
        const auto patience = watcher_.patience(FileWatcher::Clock::now());
        poll(sources.data(), sources.size(), static_cast<int>(patience.count()));
        obey_signals();
        if (sources[0].revents != 0 && !ends_) {
            if (!terminal_.read(typed_)) {
                happened(Key::quit);
            }
            for (const Key key : take_keys(typed_)) {
                happened(key);
            }
        }
        for (const Event& event : events_.take()) {
            happened(event);
        }
        if (const auto change = watcher_.look(FileWatcher::Clock::now()); change && !ends_) {
            happened(FileChanged{*change == FileWatcher::Change::saved});
        }
    }

    void obey_signals() {
        const Terminal::Signals signals = terminal_.take_signals();
        if (signals.quit) {
            happened(Key::quit);
            return;
        }
        if (signals.suspend) {
            terminal_.suspend();
        }
        if (signals.redraw || signals.suspend) {
            happened(Resized{terminal_.size().rows});
            terminal_.write("\x1b[2J"); // a new width wraps the old lines
            shown_.clear();
        }
    }

    std::filesystem::path root_;
    ProgressFile progress_;
    State state_;
    bool ends_ = false;
    bool colour_ = style_of_terminal(STDOUT_FILENO).colour;
    std::string shown_;
    std::string typed_;
    EventQueue events_;
    FileWatcher watcher_;
    Terminal terminal_;
    // Destroyed first, which ends all children.
    CheckWorker worker_;
};

} // namespace

std::string watch_course(State state, const std::filesystem::path& root,
                         FileWatcher::Method method) {
    return Watch(std::move(state), root, method).run();
}

} // namespace kit
