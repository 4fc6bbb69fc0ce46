#include "checker/watch/state.hpp"

#include "checker/watch/lab_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace kit {

namespace {

/// Notes a pass that was waiting for nvcc, when the wait is given up.
void note_pending(State& state, Actions& actions) {
    state.more_follows = false;
    if (std::exchange(state.unnoted, false)) {
        actions.note_check = NotedCheck{state.current().id, *state.result};
    }
}

void forget_cases(State& state) {
    state.first_wrong.reset();
    state.last_right.reset();
}

constexpr const char* too_early = "The check is not over: press t once it is.";

/// The message goes with the next key, and when a check begins: the one behind `checks` more.
void say(State& state, std::string message, int checks = 0) {
    state.message = std::move(message);
    state.message_checks = checks;
}

void start_check(State& state, Actions& actions) {
    note_pending(state, actions);
    ++state.check;
    if (state.message_checks-- == 0) {
        state.message.clear();
    }
    state.checking = true;
    state.step = "building…";
    state.recording = false;
    forget_cases(state);
    state.sentence.clear();
    state.scroll = 0;
    actions.start_check = true;
}

void stop_check(State& state, Actions& actions) {
    note_pending(state, actions);
    ++state.check; // events still on their way now belong to an old check
    state.checking = false;
    state.recording = false;
    forget_cases(state);
    actions.stop_check = true;
}

void stop_checking_all(State& state) {
    state.yet_to_check.clear();
    state.checked_of_all = 0;
}

void turn_to(State& state, std::size_t lab, View view, Actions& actions) {
    stop_check(state, actions);
    state.lab = lab;
    state.file = state.current().skeleton.string();
    state.view = view;
    state.result.reset();
    state.hint.reset();
    actions.follow_file = true;
    start_check(state, actions);
}

/// "Check all" goes on with its next lab, or ends. The watched lab is the last, so that it is current again.
void check_next_of_all(State& state, Actions& actions) {
    if (state.checked_of_all == 0) {
        return;
    }
    if (!state.yet_to_check.empty()) {
        const std::size_t next = state.yet_to_check.front();
        state.yet_to_check.erase(state.yet_to_check.begin());
        ++state.checked_of_all;
        turn_to(state, next, state.view, actions);
        return;
    }
    say(state, fmt::format("All labs are checked: {}.",
                           course_sentence(total_of(state.labs, state.course))));
    stop_checking_all(state);
}

void check_all(State& state, Actions& actions) {
    if (state.checked_of_all > 0) {
        stop_checking_all(state);
        say(state, "The remaining labs are not checked.");
        return;
    }
    for (std::size_t step = 1; step <= state.labs.size(); ++step) {
        state.yet_to_check.push_back((state.lab + step) % state.labs.size());
    }
    state.checked_of_all = 0;
    state.selected = state.lab;
    state.filter.clear();
    const std::size_t first = state.yet_to_check.front();
    state.yet_to_check.erase(state.yet_to_check.begin());
    state.checked_of_all = 1;
    turn_to(state, first, View::list, actions);
}

bool same_mistake(const std::optional<NotedFinding>& one,
                  const std::optional<NotedFinding>& other) {
    return one && other && one->kind == other->kind && one->explanation == other->explanation;
}

/// The lab's progress, including the wrong case that the running check has found.
LabProgress progress_so_far(const State& state) {
    LabProgress progress = state.progress();
    const Finding* finding =
        state.first_wrong ? first_finding(state.first_wrong->findings) : nullptr;
    if (finding != nullptr) {
        NotedFinding note = noted(*finding);
        note.hints_seen = same_mistake(progress.finding, note) ? progress.finding->hints_seen : 0;
        progress.finding = std::move(note);
    }
    return progress;
}

/// Shows the next level; after the last, the first again. The level is noted only if the finding is.
void show_hint(State& state, Actions& actions) {
    const LabProgress progress = progress_so_far(state);
    const int level = state.hint ? state.hint->level % state.hint->levels + 1
                                 : next_level(state.current(), progress);
    state.hint = hint_at(state.current(), progress, level);
    state.hinted = progress.finding;
    state.view = View::lab;
    state.reveal_hint = true;
    if (state.first_wrong) {
        return;
    }
    enter_hint(*state.hint, state.course[state.current().id]);
    actions.note_hint = NotedHint{state.current().id, *state.hint};
}

void record(State& state, Actions& actions) {
    state.view = View::lab; // where the answer is shown
    if (state.checking) {
        say(state, too_early);
    } else if (!state.result) {
        say(state, "Nothing is checked, so there are no steps to show.");
    } else if (!state.recording) {
        state.recording = true;
        actions.write_trace = true;
    }
}

void scroll(State& state, Key key) {
    const int page = std::max(state.rows - 4, 1);
    switch (key) {
    case Key::up: --state.scroll; break;
    case Key::down: ++state.scroll; break;
    case Key::page_up: state.scroll -= page; break;
    case Key::page_down: state.scroll += page; break;
    case Key::home: state.scroll = 0; break;
    case Key::end: state.scroll = std::numeric_limits<int>::max() / 2; break;
    default: break;
    }
    state.scroll = std::max(state.scroll, 0);
}

void toggle(State& state, View view) {
    state.view = state.view == view ? View::lab : view;
    state.scroll = 0;
    state.selected = state.lab;
    state.filter.clear();
}

class Reaction {
public:
    explicit Reaction(State& state) : state_(state) {}

    void operator()(Key key) {
        state_.message.clear();
        if (key == Key::quit) {
            state_.asks_reset = false;
            stop_checking_all(state_);
            stop_check(state_, actions_);
            actions_.quit = true;
        } else if (std::exchange(state_.asks_reset, false)) {
            actions_.reset = key == Key::yes;
            say(state_, actions_.reset ? "" : "Nothing was changed.");
        } else if (state_.types_filter) {
            edit_filter(key);
        } else {
            obey(key);
        }
    }

    void operator()(const Letter& typed) {
        if (state_.types_filter) {
            state_.filter += typed.letter;
            choose(state_, Key::page_up); // to a lab that is listed
        }
    }

    void operator()(const FileChanged& file) {
        if (file.there) {
            start_check(state_, actions_);
            return;
        }
        stop_check(state_, actions_);
        state_.result.reset();
        state_.sentence =
            fmt::format("{} is missing or cannot be read. Save it again, or restore the skeleton "
                        "with x, or with ./lab reset {}.",
                        state_.file, state_.current().number);
        check_next_of_all(state_, actions_);
    }

    void operator()(const CheckStep& step) {
        if (step.check == state_.check && state_.checking) {
            state_.step = step.text;
        }
    }

    void operator()(const CaseJudged& one) {
        if (one.check == state_.check && state_.checking &&
            one.judged.result.outcome == Outcome::passed) {
            state_.last_right = one.judged.result.extents;
        }
        if (one.check == state_.check && state_.checking && !state_.first_wrong &&
            one.judged.result.outcome != Outcome::passed) {
            state_.first_wrong = one.judged;
            if (!same_mistake(state_.hinted, progress_so_far(state_).finding)) {
                state_.hint.reset();
            }
        }
    }

    void operator()(const CheckDone& done) {
        if (done.check != state_.check) {
            return;
        }
        end_check();
        state_.result = done.result;
        state_.more_follows = done.more_follows;
        state_.before_verdict = state_.progress();
        enter(done.result);
        // A failed check stays failed, whatever nvcc reports.
        state_.unnoted = done.more_follows && done.result.verdict.outcome == Outcome::passed;
        if (!state_.unnoted) {
            actions_.note_check = NotedCheck{state_.current().id, done.result};
        }
        if (!done.more_follows) {
            check_next_of_all(state_, actions_);
        }
    }

    void operator()(const NvccDone& done) {
        if (done.check != state_.check || !state_.more_follows) {
            return;
        }
        const bool refused = state_.passed() && done.result.verdict.outcome != Outcome::passed;
        state_.result = done.result;
        state_.more_follows = false;
        if (refused) {
            state_.course[state_.current().id] = state_.before_verdict;
            enter(done.result);
        }
        if (std::exchange(state_.unnoted, false)) {
            actions_.note_check = NotedCheck{state_.current().id, done.result};
        }
        check_next_of_all(state_, actions_);
    }

    void operator()(const CheckFailed& failed) {
        if (failed.check != state_.check) {
            return;
        }
        end_check();
        state_.result.reset();
        state_.hint.reset();
        state_.sentence = failed.sentence;
        check_next_of_all(state_, actions_);
    }

    void operator()(const TraceDone& done) {
        if (done.check == state_.check) {
            state_.recording = false;
            say(state_, done.sentence);
        }
    }

    /// The file counts unless this process knows more, because it could not write.
    void operator()(const CourseKnown& known) {
        for (const auto& [id, lab] : known.course) {
            LabProgress& here = state_.course[id];
            if (lab.checks >= here.checks) {
                here = lab;
            }
        }
        state_.notice = known.notice;
    }

    /// The file's change starts a check; the old finding was about the old text.
    void operator()(const ResetDone& done) {
        say(state_, done.sentence, 1); // through the check of the skeleton
        state_.course[state_.current().id].finding.reset();
        state_.hint.reset();
    }

    void operator()(const Resized& resized) { state_.rows = resized.rows; }

    [[nodiscard]] Actions actions() const { return actions_; }

private:
    void end_check() {
        state_.checking = false;
        forget_cases(state_);
        if (state_.message == too_early) {
            state_.message.clear();
        }
    }

    void obey(Key key) {
        switch (key) {
        case Key::next: {
            const Lab& next = next_lab(state_.labs, state_.course, state_.current());
            go_to(static_cast<std::size_t>(&next - state_.labs.data()));
            break;
        }
        case Key::hint: show_hint(state_, actions_); break;
        case Key::trace: record(state_, actions_); break;
        case Key::details: toggle(state_, View::details); break;
        case Key::list: toggle(state_, View::list); break;
        case Key::check:
            stop_checking_all(state_);
            start_check(state_, actions_);
            break;
        case Key::check_all: check_all(state_, actions_); break;
        case Key::reset:
            stop_checking_all(state_);
            state_.view = View::lab;
            state_.asks_reset = true;
            break;
        case Key::filter:
            if (state_.view != View::list) {
                toggle(state_, View::list);
            }
            state_.types_filter = true;
            break;
        case Key::enter: enter_selected(); break;
        case Key::escape: leave(); break;
        default: state_.view == View::list ? choose(state_, key) : scroll(state_, key); break;
        }
    }

    void edit_filter(Key key) {
        switch (key) {
        case Key::enter: enter_selected(); break;
        case Key::escape:
            state_.types_filter = false;
            state_.filter.clear();
            break;
        case Key::erase:
            state_.types_filter = !state_.filter.empty();
            state_.filter.resize(state_.filter.size() - (state_.filter.empty() ? 0 : 1));
            break;
        default: break;
        }
        choose(state_, key);
    }

    void enter_selected() {
        state_.types_filter = false;
        if (state_.view == View::list && !listed_labs(state_).empty()) {
            go_to(state_.selected);
        }
    }

    /// First the filter, then the view.
    void leave() {
        if (state_.view == View::list && !state_.filter.empty()) {
            state_.filter.clear();
        } else {
            state_.view = View::lab;
            state_.scroll = 0;
        }
    }

    void go_to(std::size_t lab) {
        stop_checking_all(state_);
        turn_to(state_, lab, View::lab, actions_);
    }

    /// Updates the progress. A hint stays while the mistake is the same.
    void enter(const CheckResult& result) {
        LabProgress& lab = state_.course[state_.current().id];
        enter_check(lab, result, true, utc_now());
        if (state_.hint && same_mistake(state_.hinted, lab.finding)) {
            state_.hint = hint_at(state_.current(), lab, state_.hint->level);
            state_.reveal_hint = true;
        } else {
            state_.hint.reset();
        }
    }

    State& state_;
    Actions actions_;
};

} // namespace

Actions react(State& state, const Event& event) {
    Reaction reaction(state);
    std::visit(reaction, event);
    return reaction.actions();
}

Actions begin(State& state) {
    Actions actions;
    turn_to(state, state.lab, View::lab, actions);
    actions.stop_check = false;
    return actions;
}

} // namespace kit
