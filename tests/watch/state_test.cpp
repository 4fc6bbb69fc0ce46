// How ./lab watch reacts: to saves, keys and what checks say, in any order.
#include "checker/watch/state.hpp"
#include "tests/catch.hpp"
#include "tests/watch/fixtures.hpp"

using namespace kit;

TEST_CASE("it begins by following the file and checking it") {
    State state;
    state.labs = three_labs();
    state.lab = 1;
    const Actions actions = begin(state);
    CHECK(actions.follow_file);
    CHECK(actions.start_check);
    CHECK_FALSE(actions.stop_check);
    CHECK(state.checking);
    CHECK(state.file == "labs/04-basic-sweep/kernel.cu");
}

TEST_CASE("a save starts a check, and what the one before still says is not heard") {
    State state = started();
    const int old = state.check;
    CHECK(react(state, FileChanged{true}).start_check);
    CHECK(state.check == old + 1);
    (void)react(state, CheckStep{old, "old step"});
    (void)react(state, CheckDone{old, passed(), false});
    (void)react(state, CheckFailed{old, "old failure"});
    CHECK(state.checking);
    CHECK(state.step == "building…");
    (void)react(state, CheckStep{state.check, "checking 33³ (1 of 3)…"});
    CHECK(state.step == "checking 33³ (1 of 3)…");
}

TEST_CASE("the first wrong case shows before the verdict, which then takes its place") {
    State state = started();
    JudgedCase right;
    right.result.outcome = Outcome::passed;
    JudgedCase wrong;
    wrong.result.outcome = Outcome::failed;
    wrong.findings = {race()};
    (void)react(state, CaseJudged{state.check, right});
    CHECK_FALSE(state.first_wrong);
    (void)react(state, CaseJudged{state.check, wrong});
    (void)react(state, CaseJudged{state.check, right});
    REQUIRE(state.first_wrong);
    CHECK(state.first_wrong->findings.size() == 1);
    const Actions actions = react(state, CheckDone{state.check, failed(), false});
    CHECK_FALSE(state.first_wrong);
    CHECK_FALSE(state.checking);
    REQUIRE(actions.note_check);
    CHECK(actions.note_check->lab == "05-shared-memory-tiling");
    CHECK(state.progress().finding->kind == "race-shared");
}

TEST_CASE("a verdict that waits for nvcc is noted once, whatever comes next") {
    const auto waiting = [] {
        State state = started();
        const Actions actions = react(state, CheckDone{state.check, passed(), true});
        CHECK_FALSE(actions.note_check);
        CHECK(state.passed());
        CHECK(state.progress().passed());
        return state;
    };
    State state = waiting();
    CHECK(react(state, NvccDone{state.check, passed()}).note_check);
    CHECK_FALSE(react(state, NvccDone{state.check, passed()}).note_check);
    CHECK(state.progress().checks == 1);

    State saved = waiting();
    const Actions again = react(saved, FileChanged{true});
    REQUIRE(again.note_check);
    CHECK(again.note_check->result.verdict.outcome == Outcome::passed);
    CHECK_FALSE(react(saved, Key::quit).note_check);

    for (const Key key : {Key::quit, Key::next}) {
        State other = waiting();
        const Actions actions = react(other, key);
        REQUIRE(actions.note_check);
        CHECK(actions.note_check->lab == "05-shared-memory-tiling");
    }

    State wrong = started();
    CHECK(react(wrong, CheckDone{wrong.check, failed(), true}).note_check);
    CHECK_FALSE(react(wrong, NvccDone{wrong.check, failed()}).note_check);
    CHECK(wrong.progress().checks == 1);

    State refused = waiting();
    CheckResult result = passed();
    result.verdict.outcome = Outcome::failed;
    result.verdict.findings = {race()};
    CHECK(react(refused, NvccDone{refused.check, result}).note_check->result.verdict.outcome ==
          Outcome::failed);
    CHECK_FALSE(refused.passed());
    CHECK_FALSE(refused.progress().passed());
    CHECK(refused.progress().checks == 1);
}

TEST_CASE("n goes to the next lab that has not passed, at any time") {
    State state = started();
    state.course["01-sample-function"].passed_at = "2026-11-21T12:00:00Z";
    const Actions actions = react(state, Key::next);
    CHECK(state.current().id == "04-basic-sweep");
    CHECK(actions.stop_check);
    CHECK(actions.follow_file);
    CHECK(actions.start_check);
    CHECK(state.file == "labs/04-basic-sweep/kernel.cu");
    CHECK_FALSE(state.result);
}

TEST_CASE("h shows the next level, then the first again; a new mistake takes the hint away") {
    State state = started();
    (void)react(state, CheckDone{state.check, failed(), false});
    for (const int level : {1, 2, 3, 1}) {
        const Actions actions = react(state, Key::hint);
        REQUIRE(actions.note_hint);
        CHECK(state.hint->level == level);
        CHECK(state.hint->of_finding);
    }
    (void)react(state, FileChanged{true});
    CHECK(state.hint);
    (void)react(state, CheckDone{state.check, failed(), false});
    CHECK(state.hint);
    CheckResult other = failed();
    other.verdict.findings.erase(other.verdict.findings.begin());
    (void)react(state, FileChanged{true});
    (void)react(state, CheckDone{state.check, other, false});
    CHECK_FALSE(state.hint);
    (void)react(state, Key::hint);
    CHECK(state.hint->level == 1);
    CHECK(state.hint->text == "Draw it."); // a wrong output without a known cause
    (void)react(state, CheckDone{state.check, passed(), false});
    CHECK_FALSE(state.hint);
    (void)react(state, Key::hint);
    CHECK(state.hint->text == "Begin at -1.");
}

TEST_CASE(
    "a hint during a check is on what that check has found so far, and stays with its verdict") {
    State state = started();
    JudgedCase wrong;
    wrong.result.outcome = Outcome::failed;
    wrong.findings = {race()};
    (void)react(state, Key::hint);
    CHECK(state.hint->text == "Draw it.");
    (void)react(state, CaseJudged{state.check, wrong});
    CHECK_FALSE(state.hint);
    CHECK_FALSE(react(state, Key::hint).note_hint);
    CHECK(state.hint->about == race().message);
    (void)react(state, CheckDone{state.check, failed(), false});
    REQUIRE(state.hint);
    CHECK(state.hint->text == race().hint);
}

TEST_CASE("a file that is gone stops the check, and its return starts one") {
    State state = started();
    const Actions actions = react(state, FileChanged{false});
    CHECK(actions.stop_check);
    CHECK_FALSE(actions.start_check);
    CHECK_FALSE(state.checking);
    CHECK_THAT(state.sentence, ContainsSubstring("./lab reset 5"));
    CHECK(react(state, FileChanged{true}).start_check);
    CHECK(state.sentence.empty());
}

TEST_CASE("a check that cannot be made leaves its sentence and goes on") {
    State state = started();
    (void)react(state, CheckFailed{state.check, "there is no compiler"});
    CHECK_FALSE(state.checking);
    CHECK(state.sentence == "there is no compiler");
    CHECK(react(state, FileChanged{true}).start_check);
}

TEST_CASE("views are turned to and back, and a lab is chosen from the list") {
    State state = started();
    (void)react(state, Key::details);
    CHECK(state.view == View::details);
    (void)react(state, Key::down);
    (void)react(state, Key::page_down);
    CHECK(state.scroll > 1);
    (void)react(state, Key::home);
    (void)react(state, Key::up);
    CHECK(state.scroll == 0);
    (void)react(state, Key::list);
    CHECK(state.view == View::list);
    CHECK(state.selected == 2);
    (void)react(state, Key::down);
    CHECK(state.selected == 2);
    (void)react(state, Key::home);
    (void)react(state, Key::up);
    CHECK(state.selected == 0);
    const Actions actions = react(state, Key::enter);
    CHECK(actions.follow_file);
    CHECK(state.current().id == "01-sample-function");
    CHECK(state.view == View::lab);
    CHECK_FALSE(react(state, Key::enter).start_check);
    (void)react(state, Key::list);
    (void)react(state, Key::list);
    CHECK(state.view == View::lab);
}

TEST_CASE("what the file knows counts, unless less is in it than is known here") {
    State state = started();
    state.course["04-basic-sweep"].checks = 3;
    CourseKnown known;
    known.course["04-basic-sweep"].checks = 1;
    known.course["01-sample-function"].checks = 7;
    known.notice = "It cannot be written.";
    (void)react(state, known);
    CHECK(state.course["04-basic-sweep"].checks == 3);
    CHECK(state.course["01-sample-function"].checks == 7);
    CHECK(state.notice == "It cannot be written.");
}

TEST_CASE("q stops the check and ends") {
    State state = started();
    const Actions actions = react(state, Key::quit);
    CHECK(actions.quit);
    CHECK(actions.stop_check);
    CHECK_FALSE(actions.note_check);
}

TEST_CASE("r checks again, wherever one is") {
    State state = started();
    (void)react(state, CheckDone{state.check, failed(), false});
    (void)react(state, Key::details);
    const int before = state.check;
    CHECK(react(state, Key::check).start_check);
    CHECK(state.check == before + 1);
    CHECK(state.view == View::details);
}

TEST_CASE("x asks before it resets, and only y is a yes") {
    State state = started();
    (void)react(state, CheckDone{state.check, failed(), false});
    CHECK_FALSE(react(state, Key::yes).reset);
    CHECK_FALSE(react(state, Key::reset).reset);
    CHECK(state.asks_reset);
    CHECK_FALSE(react(state, Key::next).reset);
    CHECK(state.current().id == "05-shared-memory-tiling");
    CHECK(state.message == "Nothing was changed.");
    (void)react(state, Key::reset);
    CHECK(react(state, Key::quit).quit);
    (void)react(state, Key::reset);
    const Actions actions = react(state, Key::yes);
    CHECK(actions.reset);
    CHECK_FALSE(actions.start_check); // the file's change does
    (void)react(state, ResetDone{"It is the skeleton again."});
    CHECK(state.message == "It is the skeleton again.");
    CHECK_FALSE(state.progress().finding);
    (void)react(state, FileChanged{true}); // to the skeleton
    CHECK(state.message == "It is the skeleton again.");
    (void)react(state, FileChanged{true}); // the student goes on
    CHECK(state.message.empty());
    (void)react(state, ResetDone{"It is the skeleton again."});
    (void)react(state, Key::down);
    CHECK(state.message.empty());
}

TEST_CASE("a checks every lab, the watched one last, and notes each") {
    State state = started();
    (void)react(state, CheckDone{state.check, failed(), false});
    Actions actions = react(state, Key::check_all);
    CHECK(actions.start_check);
    CHECK(state.view == View::list);
    std::vector<std::string> noted;
    for (int lab = 0; lab < 3; ++lab) {
        CHECK(state.checked_of_all == static_cast<std::size_t>(lab) + 1);
        if (lab == 1) {
            actions = react(state, CheckFailed{state.check, "no compiler"});
            CHECK_FALSE(actions.note_check);
        } else {
            actions = react(state, CheckDone{state.check, passed(), lab == 0});
            if (lab == 0) { // with nvcc's report still to come
                CHECK(state.checked_of_all == 1);
                actions = react(state, NvccDone{state.check, passed()});
            }
            REQUIRE(actions.note_check);
            noted.push_back(actions.note_check->lab);
        }
        CHECK(actions.start_check == (lab < 2));
    }
    CHECK(noted == std::vector<std::string>{"01-sample-function", "05-shared-memory-tiling"});
    CHECK(state.checked_of_all == 0);
    CHECK(state.current().id == "05-shared-memory-tiling");
    CHECK(state.result);
    CHECK_THAT(state.message, ContainsSubstring("2 of 3 labs"));
}

TEST_CASE("check all ends where another key wants something else; a save is checked within it") {
    for (const Key key : {Key::check_all, Key::check, Key::next, Key::reset, Key::quit}) {
        State state = started();
        (void)react(state, Key::check_all);
        (void)react(state, key);
        CHECK(state.checked_of_all == 0);
        CHECK_FALSE(react(state, CheckDone{state.check, failed(), false}).start_check);
    }
    State state = started();
    (void)react(state, Key::check_all);
    CHECK(react(state, FileChanged{true}).start_check);
    CHECK(state.checked_of_all == 1);
    CHECK(react(state, FileChanged{false}).start_check); // the next lab's
    CHECK(state.checked_of_all == 2);
}

TEST_CASE("the list is filtered by words, and what is chosen is always listed") {
    State state = started();
    (void)react(state, Letter{'z'});
    CHECK(state.filter.empty());
    (void)react(state, Key::filter);
    CHECK(state.view == View::list);
    for (const char letter : {'b', 'a', 's'}) {
        (void)react(state, Letter{letter});
    }
    CHECK(state.selected == 1);
    (void)react(state, Key::down);
    CHECK(state.selected == 1);
    (void)react(state, Key::erase);
    CHECK(state.filter == "ba");
    (void)react(state, Key::enter);
    CHECK(state.current().id == "04-basic-sweep");
    CHECK(state.view == View::lab);
    CHECK_FALSE(state.types_filter);

    (void)react(state, Key::filter);
    (void)react(state, Letter{'z'});
    CHECK_FALSE(react(state, Key::enter).start_check);
    CHECK(state.view == View::list);
    (void)react(state, Key::escape); // the filter
    CHECK(state.filter.empty());
    (void)react(state, Key::escape); // the list
    CHECK(state.view == View::lab);
    (void)react(state, Key::filter);
    (void)react(state, Key::erase);
    CHECK_FALSE(state.types_filter);
}

TEST_CASE("t records a block once there is a verdict, and a save makes it stale") {
    State state = started();
    CHECK_FALSE(react(state, Key::trace).write_trace);
    CHECK_THAT(state.message, ContainsSubstring("The check is not over"));
    (void)react(state, CheckDone{state.check, failed(), false});
    CHECK(state.message.empty());
    state.view = View::details;
    CHECK(react(state, Key::trace).write_trace);
    CHECK(state.view == View::lab);
    CHECK(state.recording);
    CHECK_FALSE(react(state, Key::trace).write_trace); // one at a time
    (void)react(state, TraceDone{state.check, "trace.html: open it in a browser."});
    CHECK(state.message == "trace.html: open it in a browser.");
    CHECK_FALSE(state.recording);
    (void)react(state, FileChanged{true});
    CHECK(state.message.empty()); // it was about the old text
    (void)react(state, CheckDone{state.check, failed(), false});
    CHECK(react(state, Key::trace).write_trace);
    const int old = state.check;
    (void)react(state, FileChanged{true});
    CHECK_FALSE(state.recording);
    (void)react(state, TraceDone{old, "of the old text"});
    CHECK(state.message.empty());
    (void)react(state, CheckFailed{state.check, "no compiler"});
    CHECK_FALSE(react(state, Key::trace).write_trace);
    CHECK_THAT(state.message, ContainsSubstring("Nothing is checked"));
}
