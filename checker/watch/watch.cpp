#include "checker/watch/watch.hpp"

#include "checker/base/errors.hpp"
#include "checker/course/course_progress.hpp"
#include "checker/course/next_step.hpp"
#include "checker/course/progress_file.hpp"
#include "checker/course/reset_lab.hpp"
#include "checker/report/links.hpp"
#include "checker/report/style.hpp"
#include "checker/watch/check_worker.hpp"
#include "checker/watch/frame.hpp"
#include "checker/watch/keys.hpp"
#include "checker/watch/state.hpp"
#include "checker/watch/terminal.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// The bytes of an arrow key come together; an Escape comes alone.
constexpr std::chrono::milliseconds escape_patience{50};

/// Passes events to a loop that waits on file descriptors.
class EventQueue {
public:
    /// Throws KitError if the system has no descriptor left.
    EventQueue() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (descriptor_ < 0) {
            throw KitError("too many files are open for watch: close some programs and try again");
        }
    }

    ~EventQueue() { close(descriptor_); }

    EventQueue(const EventQueue&) = delete;
    EventQueue& operator=(const EventQueue&) = delete;

    /// From any thread.
    void add(Event&& event) {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
    }

    /// All events since the last call, in order.
    [[nodiscard]] std::vector<Event> take() {
        const std::lock_guard lock(mutex_);
        std::uint64_t count = 0;
        [[maybe_unused]] const auto got = read(descriptor_, &count, sizeof count);
        return std::exchange(events_, {});
    }

    /// Readable while the queue is not empty.
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_;
    std::mutex mutex_;
    std::vector<Event> events_;
};

class Watch {
public:
    Watch(State state, const std::filesystem::path& root, const std::filesystem::path& folder,
          FileWatcher::Method method)
        : root_(root), progress_(folder), state_(std::move(state)),
          files_(shown_files(state_.labs)), watcher_(method),
          worker_([this](Event&& event) { events_.add(std::move(event)); }) {}

    std::string run() {
        for (const Lab& lab : state_.labs) {
            files_.push_back(page_beside(lab.skeleton));
        }
        happened(Resized{terminal_.size().rows});
        perform(begin(state_));
        while (!ends_) {
            show();
            wait();
        }
        const Lab& lab = state_.current();
        const bool passed = state_.progress().passed();
        return fmt::format(
            "{}. Lab {}: {}.\n{}", course_sentence(total_of(state_.labs, state_.course)), lab.id,
            passed ? "passed" : "not yet passed",
            passed ? after_pass(state_.labs, state_.course, lab) : "Next: " + how_to_continue(lab));
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
            state_.silent_system = watcher_.silent_system();
        }
        if (actions.start_check) {
            CheckRequest request;
            request.root = root_;
            request.file = state_.file;
            // A GPU check takes seconds; that is for ./lab check.
            request.backend = Backend::emulator;
            request.seed = fresh_seed();
            request.part_seed = 1;
            request.tries_changes = true;
            worker_.start(state_.check, state_.current(), std::move(request));
        }
        if (actions.write_trace) {
            worker_.trace(state_.check, state_.current(), state_.file, *state_.result);
        }
        ends_ = ends_ || actions.quit;
        if (actions.reset) {
            happened(reset_watched());
        }
    }

    /// The watcher then sees the change, which starts a check.
    ResetDone reset_watched() {
        const Lab& lab = state_.current();
        try {
            const ResetResult result = reset_lab(lab);
            if (!result.was_skeleton) {
                update([&](CourseProgress& course) { course[lab.id].finding.reset(); });
            }
            return {sentence_of(result, lab)};
        } catch (const UsageError& error) {
            return {error.what()};
        } catch (const KitError& error) {
            return {error.what()};
        }
    }

    void update(const std::function<void(CourseProgress&)>& change) {
        CourseKnown known;
        known.course = progress_.update(change, known.notice);
        happened(known);
    }

    /// Writes a changed frame, in one call.
    void show() {
        const Size size = terminal_.size();
        std::vector<std::string> lines = compose(state_, size, colour_);
        if (links_) {
            for (std::string& line : lines) {
                line = with_links(line, files_);
            }
        }
        std::string bytes = screen_bytes(lines);
        if (bytes != shown_) {
            terminal_.write(bytes);
            shown_ = std::move(bytes);
        }
    }

    void wait() {
        std::array<pollfd, 4> sources{
            pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{terminal_.signal_descriptor(), POLLIN, 0},
            pollfd{events_.descriptor(), POLLIN, 0}, pollfd{watcher_.descriptor(), POLLIN, 0}};
        auto patience = watcher_.patience(FileWatcher::Clock::now());
        if (may_be_escape(typed_)) {
            patience = std::min(patience, escape_patience);
        }
        poll(sources.data(), sources.size(), static_cast<int>(patience.count()));
        obey_signals();
        if (sources[0].revents != 0 && !ends_) {
            if (!terminal_.read(typed_)) {
                happened(Key::quit);
            }
            take_typed();
        } else if (may_be_escape(typed_)) {
            typed_.clear(); // nothing came behind it
            happened(Key::escape);
        }
        for (const Event& event : events_.take()) {
            happened(event);
        }
        if (const auto change = watcher_.look(FileWatcher::Clock::now()); change && !ends_) {
            happened(FileChanged{*change == FileWatcher::Change::saved});
        }
    }

    void take_typed() {
        while (const auto key = take_key(typed_, state_.types_filter)) {
            happened(*key);
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
    bool links_ = shows_links(STDOUT_FILENO);
    std::vector<std::filesystem::path> files_; ///< that the screen names
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
                         const std::filesystem::path& folder, FileWatcher::Method method) {
    return Watch(std::move(state), root, folder, method).run();
}

} // namespace kit
