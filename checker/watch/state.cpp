#include "checker/watch/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace kit {

namespace {

/// Notes a pass that was waiting for nvcc, when the wait is given up.
void note_pending(State& state, Actions& actions) {
    state.nvcc_follows = false;
    if (std::exchange(state.unnoted, false)) {
        actions.note_check = NotedCheck{state.current().id, *state.result};
    }
}

void forget_cases(State& state) {
    state.first_wrong.reset();
    state.last_right.reset();
}

void start_check(State& state, Actions& actions) {
    note_pending(state, actions);
    ++state.check;
    state.checking = true;
    state.step = "building…";
    forget_cases(state);
    state.sentence.clear();
    state.scroll = 0;
    actions.start_check = true;
}

void stop_check(State& state, Actions& actions) {
    note_pending(state, actions);
    ++state.check; // events still on their way now belong to an old check
    state.checking = false;
    forget_cases(state);
    actions.stop_check = true;
}

void turn_to(State& state, std::size_t lab, Actions& actions) {
    stop_check(state, actions);
    state.lab = lab;
    state.file = state.current().skeleton.string();
    state.view = View::lab;
    state.result.reset();
    state.hint.reset();
    actions.follow_file = true;
    start_check(state, actions);
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
    if (state.first_wrong) {
        return;
    }
    enter_hint(*state.hint, state.course[state.current().id]);
    actions.note_hint = NotedHint{state.current().id, *state.hint};
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

void select(State& state, Key key) {
    const std::size_t last = state.labs.size() - 1;
    switch (key) {
    case Key::up: state.selected -= state.selected > 0 ? 1 : 0; break;
    case Key::down: state.selected += state.selected < last ? 1 : 0; break;
    case Key::home: state.selected = 0; break;
    case Key::end: state.selected = last; break;
    default: break;
    }
}

void toggle(State& state, View view) {
    state.view = state.view == view ? View::lab : view;
    state.scroll = 0;
    state.selected = state.lab;
}

class Reaction {
public:
    explicit Reaction(State& state) : state_(state) {}

    void operator()(Key key) {
        switch (key) {
        case Key::quit:
            stop_check(state_, actions_);
            actions_.quit = true;
            break;
        case Key::next: {
            const Lab& next = next_lab(state_.labs, state_.course, state_.current());
            turn_to(state_, static_cast<std::size_t>(&next - state_.labs.data()), actions_);
            break;
        }
        case Key::hint: show_hint(state_, actions_); break;
        case Key::details: toggle(state_, View::details); break;
        case Key::list: toggle(state_, View::list); break;
        case Key::enter:
            if (state_.view == View::list) {
                turn_to(state_, state_.selected, actions_);
            }
            break;
        default: state_.view == View::list ? select(state_, key) : scroll(state_, key); break;
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
                        "with ./lab reset {}.",
                        state_.file, state_.current().number);
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
        state_.checking = false;
        forget_cases(state_);
        state_.result = done.result;
        state_.nvcc_follows = done.nvcc_follows;
        state_.before_verdict = state_.progress();
        enter(done.result);
        // A failed check stays failed, whatever nvcc reports.
        state_.unnoted = done.nvcc_follows && done.result.verdict.outcome == Outcome::passed;
        if (!state_.unnoted) {
            actions_.note_check = NotedCheck{state_.current().id, done.result};
        }
    }

    void operator()(const NvccDone& done) {
        if (done.check != state_.check || !state_.nvcc_follows) {
            return;
        }
        const bool refused = state_.passed() && done.result.verdict.outcome != Outcome::passed;
        state_.result = done.result;
        state_.nvcc_follows = false;
        if (refused) {
            state_.course[state_.current().id] = state_.before_verdict;
            enter(done.result);
        }
        if (std::exchange(state_.unnoted, false)) {
            actions_.note_check = NotedCheck{state_.current().id, done.result};
        }
    }

    void operator()(const CheckFailed& failed) {
        if (failed.check != state_.check) {
            return;
        }
        state_.checking = false;
        forget_cases(state_);
        state_.result.reset();
        state_.hint.reset();
        state_.sentence = failed.sentence;
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

    void operator()(const Resized& resized) { state_.rows = resized.rows; }

    [[nodiscard]] Actions actions() const { return actions_; }

private:
    /// Updates the progress. A hint stays while the mistake is the same.
    void enter(const CheckResult& result) {
        LabProgress& lab = state_.course[state_.current().id];
        enter_check(lab, result, true, utc_now());
        if (state_.hint && same_mistake(state_.hinted, lab.finding)) {
            state_.hint = hint_at(state_.current(), lab, state_.hint->level);
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
    turn_to(state, state.lab, actions);
    actions.stop_check = false;
    return actions;
}

} // namespace kit
