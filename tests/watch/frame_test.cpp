// What ./lab watch shows: all that matters at every size, and nothing wider or longer than the
// terminal.
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/watch/frame.hpp"
#include "tests/catch.hpp"
#include "tests/watch/fixtures.hpp"

using namespace kit;

namespace {

std::string shown(const State& state, Size size = {}) {
    return join(compose(state, size, false), "\n");
}

State judged(const CheckResult& result) {
    State state = started();
    (void)react(state, CheckDone{state.check, result, false});
    return state;
}

/// Without colour sequences.
std::string plain(std::string text) {
    for (std::size_t at = 0; (at = text.find('\x1b')) != std::string::npos;) {
        text.erase(at, text.find('m', at) - at + 1);
    }
    return text;
}

std::vector<State> all_states() {
    std::vector<State> states{started(), judged(failed()), judged(passed())};
    states.push_back(judged(failed()));
    (void)react(states.back(), FileChanged{true});
    states.push_back(judged(failed()));
    for (int level = 0; level < 3; ++level) {
        (void)react(states.back(), Key::hint);
    }
    states.push_back(started());
    (void)react(states.back(), CheckFailed{1, std::string(500, 'x') + " \x1b[31m \xff"});
    states.push_back(judged(failed()));
    (void)react(states.back(), CourseKnown{{}, "Your progress cannot be written."});
    states.push_back(judged(failed()));
    (void)react(states.back(), Key::reset);
    states.push_back(judged(failed()));
    (void)react(states.back(), Key::check_all);
    states.push_back(judged(failed()));
    (void)react(states.back(), Key::filter);
    (void)react(states.back(), Letter{'z'});
    const std::size_t count = states.size();
    for (std::size_t i = 0; i < count; ++i) {
        for (const Key view : {Key::details, Key::list}) {
            states.push_back(states[i]);
            (void)react(states.back(), view);
        }
    }
    return states;
}

} // namespace

TEST_CASE("every state fits every terminal, with and without colours") {
    for (const State& state : all_states()) {
        for (const Size size : {Size{80, 24}, Size{120, 40}, Size{40, 15}, Size{20, 5},
                                Size{200, 60}, Size{41, 8}, Size{10, 3}, Size{1, 1}}) {
            for (const bool colour : {false, true}) {
                const std::vector<std::string> lines = compose(state, size, colour);
                INFO(size.columns << "x" << size.rows << "\n" << join(lines, "\n"));
                CHECK(static_cast<int>(lines.size()) == size.rows);
                for (const std::string& line : lines) {
                    CHECK(width_of(plain(line)) <= std::max(size.columns - 1, 1));
                    CHECK(line.find('\n') == std::string::npos);
                    CHECK((colour || line.find('\x1b') == std::string::npos));
                }
                CHECK(plain(join(lines, "\n")) == join(compose(state, size, false), "\n"));
            }
        }
    }
}

TEST_CASE("a failed check: verdict, time, finding with its line, how many more, bar and keys") {
    const std::string text = shown(judged(failed()));
    INFO(text);
    for (const char* part :
         {"Lab 05-shared-memory-tiling · Title 2", "labs/05-shared-memory-tiling/kernel.cu",
          "✗ failed in 0.62 s · 1 of 3 cases right", "error[race-shared]: Two threads",
          "45 │         tile[tz][ty][tx] = in[(i * n + j) * n + k];", "│         ^",
          "and 1 more finding: d shows all", "0 of 3 labs, 0 of 30 points",
          "handout: handouts/05-shared-memory-tiling.md",
          "Next: correct the kernel and save it. h shows a hint.",
          "q quit  n next lab  h hint  d details  t trace  l list  r check  a check all",
          "x reset"}) {
        CHECK_THAT(text, ContainsSubstring(part));
    }
    CHECK(text.find("syncthreads") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("detail line"));
}

TEST_CASE("a pass: congratulation, traffic beside its prediction, the next lab") {
    const std::string text = shown(judged(passed()));
    INFO(text);
    for (const char* part :
         {"✓ passed: 10 of 10 points in 0.62 s",
          "Well done! Next: lab 01-sample-function. Read handouts/01-sample-function.md,",
          "then edit labs/01-sample-function/kernel.cu. n goes there.", "Global memory on 120³",
          "3,944,312  as predicted", "1,643,032  predicted 1,600,000",
          "1 of 3 labs, 10 of 30 points"}) {
        CHECK_THAT(text, ContainsSubstring(part));
    }
    State last = started();
    last.course["01-sample-function"].passed_at = "2026-11-21T12:00:00Z";
    last.course["04-basic-sweep"].passed_at = "2026-11-21T12:00:00Z";
    (void)react(last, CheckDone{last.check, passed(), false});
    CHECK_THAT(shown(last), ContainsSubstring("You have passed all 3 labs"));
}

TEST_CASE("while checking: the step, and the first wrong case as soon as it is known") {
    State state = judged(failed());
    (void)react(state, FileChanged{true});
    (void)react(state, CheckStep{state.check, "checking 33³ (2 of 3)…"});
    CHECK_THAT(shown(state), ContainsSubstring("… checking 33³ (2 of 3)…"));
    CHECK_THAT(shown(state), ContainsSubstring("Before this save: Two threads"));
    JudgedCase right;
    right.result.outcome = Outcome::passed;
    right.result.extents = {3, 3, 3};
    (void)react(state, CaseJudged{state.check, right});
    CHECK_THAT(shown(state), ContainsSubstring("✓ right on 3³ · checking 33³ (2 of 3)…"));
    JudgedCase wrong;
    wrong.result.outcome = Outcome::failed;
    wrong.result.extents = {33, 33, 33};
    wrong.findings = {race()};
    (void)react(state, CaseJudged{state.check, wrong});
    CHECK_THAT(shown(state), ContainsSubstring("✗ failed on 33³ · checking 33³ (2 of 3)…"));
    CHECK_THAT(shown(state), ContainsSubstring("error[race-shared]"));
}

TEST_CASE("a small terminal still shows verdict, finding, hint, bar and keys") {
    State state = judged(failed());
    CHECK_THAT(shown(state, {40, 15}), ContainsSubstring("error[race-shared]"));
    (void)react(state, Key::hint);
    limit_scroll(state, {40, 15});
    const std::string text = shown(state, {40, 15});
    INFO(text);
    for (const char* part : {"Lab 05-shared-memory", "✗ failed in 0.62 s", "Next: correct",
                             "hint 1 of 3: Put a", "of 30 points", "q quit  n next lab"}) {
        CHECK_THAT(text, ContainsSubstring(part));
    }
}

TEST_CASE("on a small screen nothing of a finding or a hint is lost: it scrolls") {
    const Size small{60, 14};
    State state = judged(failed());
    for (int level = 0; level < 3; ++level) {
        (void)react(state, Key::hint);
    }
    limit_scroll(state, small);
    CHECK_THAT(shown(state, small), ContainsSubstring("hint 3 of 3"));
    std::string all;
    state.scroll = 0;
    for (int step = 0; step < 40; ++step) {
        all += shown(state, small);
        CHECK_THAT(shown(state, small), ContainsSubstring("✗ failed"));
        (void)react(state, Key::down);
        limit_scroll(state, small);
    }
    for (const char* part : {"error[race-shared]", "45 │", "61 │", "detail line",
                             "and 1 more finding", "hint 3 of 3"}) {
        CHECK_THAT(all, ContainsSubstring(part));
    }
    const int last = state.scroll;
    CHECK(last > 0);
    (void)react(state, Key::home);
    CHECK(state.scroll == 0);
    CHECK_THAT(shown(state, small), ContainsSubstring("lines 1 to "));
    (void)react(state, FileChanged{true});
    CHECK(state.scroll == 0);
}

TEST_CASE("a listing keeps how far its lines are indented, and where the finding points") {
    CheckResult result = failed();
    result.verdict.findings[0].lines = {
        {"kernel.cu", 45, 9, "        tile[tz][ty][tx] = in[(i * n + j) * n + k];"},
        {"kernel.cu", 60, 13, "            sum += c[1] * tile[tz][ty][tx - 1];"}};
    const std::string text = shown(judged(result), {54, 30});
    INFO(text);
    CHECK_THAT(text, ContainsSubstring("45 │ tile[tz][ty][tx] = in[(i * n + j) * n + k];\n"
                                       "       │ ^\n"));
    CHECK_THAT(text, ContainsSubstring("60 │     sum += c[1] * tile[tz][ty][tx - 1];\n"
                                       "       │     ^\n"));
}

TEST_CASE("the keys fill a second line where there is room for it") {
    const State state = judged(failed());
    CHECK_THAT(shown(state, {60, 20}), ContainsSubstring("x reset"));
    CHECK(shown(state, {60, 12}).find("x reset") == std::string::npos);
}

TEST_CASE("details are the whole report, scrolled within its bounds") {
    State state = judged(failed());
    (void)react(state, Key::details);
    CHECK_THAT(shown(state, {80, 60}), ContainsSubstring("detail line"));
    CHECK_THAT(shown(state, {80, 12}), ContainsSubstring("lines 1 to 9 of"));
    (void)react(state, Key::end);
    limit_scroll(state, {80, 12});
    const int last = state.scroll;
    CHECK(last > 0);
    CHECK_THAT(shown(state, {80, 12}), ContainsSubstring("0 of 10 points"));
    (void)react(state, Key::down);
    limit_scroll(state, {80, 12});
    CHECK(state.scroll == last);
    limit_scroll(state, {80, 100});
    CHECK(state.scroll == 0);
}

TEST_CASE("the list has marks and the one that is chosen") {
    State state = judged(passed());
    (void)react(state, Key::list);
    (void)react(state, Key::up);
    const std::string text = shown(state);
    INFO(text);
    CHECK_THAT(text, ContainsSubstring("> "));
    CHECK_THAT(text, ContainsSubstring("✓ 05-shared-memory-tiling"));
    CHECK_THAT(text, ContainsSubstring("10 of 10 points"));
}

TEST_CASE("the filtered list shows the labs with all words, or says that there is none") {
    State state = started();
    (void)react(state, Key::filter);
    for (const char letter : std::string("SHARED til")) {
        (void)react(state, Letter{letter});
    }
    std::string text = shown(state);
    INFO(text);
    CHECK_THAT(text, ContainsSubstring("filter: SHARED til_"));
    CHECK_THAT(text, ContainsSubstring("> "));
    CHECK_THAT(text, ContainsSubstring("05-shared-memory-tiling"));
    CHECK(text.find("04-basic-sweep") == std::string::npos);
    (void)react(state, Letter{'z'});
    CHECK_THAT(shown(state), ContainsSubstring("No lab has these words."));
}

TEST_CASE("a question and what came of it are shown at every size") {
    State state = judged(failed());
    (void)react(state, Key::reset);
    for (const Size size : {Size{60, 20}, Size{80, 24}, Size{200, 50}}) {
        CHECK_THAT(shown(state, size), ContainsSubstring("skeleton? A copy"));
        CHECK_THAT(shown(state, size), ContainsSubstring("y reset  any other key: no"));
    }
    (void)react(state, Key::escape);
    CHECK_THAT(shown(state), ContainsSubstring("Nothing was changed."));
}

TEST_CASE("a frame is one text that clears only what it leaves free") {
    CHECK(screen_bytes({"a", "b"}) == "\x1b[Ha\x1b[K\r\nb\x1b[K\x1b[J");
    CHECK(clip("\x1b[31mabc\x1b[0m", 2) == "\x1b[31mab\x1b[0m");
    CHECK(clip("ab\x1b[31mc\x1b[0m", 2) == "ab\x1b[31m\x1b[0m");
    CHECK(clip("³³³", 2) == "³³");
}
