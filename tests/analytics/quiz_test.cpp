// The quiz: its workings against the exercises, its slips against the answers they must give, fresh
// sizes, and the conversation.
#include "analytics/quiz/question.hpp"
#include "analytics/quiz/quiz_session.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace kit;

namespace {

/// Sizes of the course and so many fresh ones.
std::vector<ExerciseSizes> many_sizes(std::uint64_t count) {
    std::vector<ExerciseSizes> all{ExerciseSizes{}};
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        all.push_back(fresh_sizes(seed));
    }
    return all;
}

/// "halo-forgotten", "a + b", "a, b"; "" without a slip, "right" and "unreadable" as they are.
std::string verdict(const std::string& id, const std::string& typed,
                    const ExerciseSizes& sizes = {}) {
    const Judgement judgement = judge(quiz_question(id, sizes), typed);
    if (judgement.mark != Mark::wrong) {
        return std::string(mark_name(judgement.mark));
    }
    std::string names;
    for (const WrongWorking& each : judgement.workings) {
        names += names.empty() ? "" : ", ";
        for (std::size_t i = 0; i < each.slips.size(); ++i) {
            names += (i == 0 ? "" : " + ") + each.slips[i].name;
        }
    }
    return names;
}

bool tells_of(const std::vector<WrongWorking>& found, const std::string& name) {
    return std::ranges::any_of(found, [&](const WrongWorking& each) {
        return each.slips.size() == 1 && each.slips.front().name == name;
    });
}

SessionResult play(const std::string& lines, std::string& screen,
                   const std::vector<std::string>& ids) {
    std::vector<QuizQuestion> asked;
    for (const std::string& id : ids) {
        asked.push_back(quiz_question(id, {}));
    }
    std::istringstream in(lines);
    std::ostringstream out;
    const SessionResult result = run_session(asked, in, out);
    screen = out.str();
    return result;
}

} // namespace

TEST_CASE("a working without a slip is the exercise's answer", "[long]") {
    for (const ExerciseSizes& sizes : many_sizes(100)) {
        for (const std::string& id : exercise_ids()) {
            CAPTURE(id, sizes.grid.x, sizes.block.x, sizes.plane_block.x, sizes.stencil.order);
            Slips none;
            CHECK(exercise(id, sizes, none).asked.value() ==
                  quiz_question(id, sizes).accepted.front().value);
            CHECK(none.met().size() >= 6);
        }
    }
}

TEST_CASE("every slip of every working is named when its answer is given", "[long]") {
    std::set<std::string> named;
    for (const ExerciseSizes& sizes : many_sizes(60)) {
        for (const std::string& id : exercise_ids()) {
            const QuizQuestion asked = quiz_question(id, sizes);
            Slips none;
            const Rational right = exercise(id, sizes, none).asked.value();
            for (const Slip& slip : none.met()) {
                CAPTURE(id, slip.name, slip.clause);
                Slips taken({slip.name});
                Rational value;
                try {
                    value = exercise(id, sizes, taken).asked.value();
                } catch (const BadInput&) {
                    continue; // leads nowhere with these sizes: a tile that is all halo
                }
                const Judgement judgement = judge(asked, value.fraction());
                if (judgement.mark == Mark::right) {
                    // Only a slip that changes nothing, or the other count of 1b.
                    CHECK((value == right || value == asked.accepted.back().value));
                    continue;
                }
                CHECK(judgement.mark == Mark::wrong);
                CHECK(tells_of(judgement.workings, slip.name));
                CHECK_THAT(judgement.sentence, ContainsSubstring(" comes out when "));
                named.insert(id + " " + slip.name);
            }
        }
    }
    for (const std::string& id : exercise_ids()) {
        ExerciseSizes sizes;
        sizes.stencil.order = 2;
        Slips none;
        static_cast<void>(exercise(id, sizes, none));
        for (const Slip& slip : none.met()) {
            CAPTURE(id, slip.name);
            CHECK(named.contains(id + " " + slip.name));
        }
    }
}

TEST_CASE("slips of the chapter's own sizes") {
    CHECK(verdict("1a", "118^3") == "right");
    CHECK(verdict("1a", "120^3") == "boundary-kept");
    CHECK(verdict("1a", "119^3") == "boundary-once");
    // One reader's notes have N³ − (N − order)³.
    CHECK(verdict("1a", "120^3 - 119^3") == "boundary-once + boundary-counted");
    CHECK(verdict("1b", "15*15*15") == "right");
    CHECK(verdict("1b", "8000") == "halo-taken");
    CHECK(verdict("1c", "20^3 blocks") == "right");
    CHECK(verdict("1c", "3375") == "halo-forgotten");
    CHECK(verdict("1c", "4,096,000") == "threads-counted");
    CHECK(verdict("1d", "64") == "right");
    // The same notes count z tiles of 6.
    CHECK(verdict("1d", "320") == "z-tile-of-cube");
    CHECK(verdict("1d", "16") == "z-left-out");
    CHECK(verdict("2a", "32*32*18") == "right");
    CHECK(verdict("2a", "32*32*16") == "z-halo-forgotten");
    CHECK(verdict("2b", "30*30*14") == "z-halo-taken");
    CHECK(verdict("2c", "2.54") == "right");
    CHECK(verdict("2c", "1.43") == "stores-counted");
    CHECK(verdict("2c", "2.73") == "multiply-adds");
    CHECK(verdict("2c", "1.535") == "stores-counted + multiply-adds");
    CHECK(verdict("2c", "0.46") == "no-reuse");
    CHECK(verdict("2c", "0.635") == "bytes-twice");
    CHECK(verdict("2c", "10.16") == "bytes-forgotten");
    CHECK(verdict("2d", "12 KB") == "right");
    CHECK(verdict("2d", "49152") == "bytes-twice");
    CHECK(verdict("2d", "3072") == "bytes-forgotten");
    CHECK(verdict("2d", "3072 floats") == "right");
    CHECK(verdict("2d", "4096") == "one-plane");
    CHECK(verdict("2e", "12,288 bytes") == "planes-kept");
}

TEST_CASE("the least count is asked for, and the textbook's is right where it is sufficient") {
    ExerciseSizes trap;
    trap.grid = {122, 122, 122};
    CHECK(verdict("1c", "20^3", trap) == "first-tile-overlooked, rounded-down");
    CHECK(verdict("1c", "21^3", trap) == "right");
    ExerciseSizes generous;
    generous.grid = {121, 121, 121};
    CHECK(verdict("1b", "16^3", generous) == "right");
    CHECK(verdict("1b", "15^3", generous) == "right");
    CHECK_THAT(judge(quiz_question("1b", generous), "15^3").sentence,
               ContainsSubstring("3,375 blocks. That is the least sufficient count; the "
                                 "textbook's count is 4,096."));
    CHECK(verdict("1c", "21^3", generous) == "boundary-kept");
}

TEST_CASE("wrong numbers that no slip gives are not explained") {
    CHECK(verdict("1a", "1643033").empty());
    CHECK(verdict("2c", "7.77").empty());
    CHECK_THAT(judge(quiz_question("1a", {}), "1643033").sentence,
               ContainsSubstring("no slip that the quiz knows leads to 1643033."));
}

TEST_CASE("units other than the question's are converted, or wrong") {
    CHECK(verdict("2a", "73,728 bytes") == "right");
    CHECK(verdict("1a", "1643032 cells") == "right");
    const Judgement threads = judge(quiz_question("1c", {}), "8000 threads");
    CHECK(threads.mark == Mark::wrong);
    CHECK(threads.sentence == "Wrong: the question asks for blocks, not for threads.");
    ExerciseSizes doubles;
    doubles.element_bytes = 8;
    CHECK(verdict("2d", "3072 doubles", doubles) == "right");
    CHECK(verdict("2d", "3072 floats", doubles) == "float-taken");
}

TEST_CASE("every convention is right where a paper names none") {
    for (const char* typed : {"2.539", "1.425", "2.734", "1.535"}) {
        CAPTURE(typed);
        CHECK(judge(quiz_question("2c", {}, Conventions::any), typed).mark == Mark::right);
    }
    CHECK_THAT(judge(quiz_question("2c", {}, Conventions::any), "1.425").sentence,
               ContainsSubstring("loads and stores"));
    CHECK(judge(quiz_question("2c", {}, Conventions::any), "2.2").mark == Mark::wrong);
}

TEST_CASE("what cannot be judged is neither right nor wrong") {
    CHECK(verdict("2c", "3") == "unreadable");
    CHECK(verdict("1a", "lots") == "unreadable");
    CHECK(verdict("1a", "") == "missing");
    CHECK(verdict("1a", " \t ") == "missing");
    const Judgement colours = judge(quiz_question("1a", {}), "\x1b[31mred\xc2\x9b");
    CHECK(colours.mark == Mark::unreadable);
    CHECK(colours.given == "\\x1b[31mred\\x9b");
    CHECK(colours.sentence.find('\x1b') == std::string::npos);
}

TEST_CASE("fresh sizes are the seed's own, and hide few slips", "[long]") {
    CHECK(fresh_sizes(7).grid == fresh_sizes(7).grid);
    std::set<std::array<std::int64_t, 4>> different;
    int orders = 0;
    int traps = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const ExerciseSizes sizes = fresh_sizes(seed);
        different.insert({sizes.grid.x, sizes.block.x, sizes.plane_block.x, sizes.tile_planes});
        orders += sizes.stencil.order == 2 ? 1 : 0;
        const Question tiled = exercise("1c", sizes);
        traps += tiled.answers.front().value == tiled.answers.back().value ? 0 : 1;
    }
    CHECK(different.size() > 190);
    CHECK(orders > 40);
    CHECK(orders < 160);
    CHECK(traps > 50);
    // The same on every machine: a class has its sizes by the number.
    const ExerciseSizes seven = fresh_sizes(7);
    CHECK(seven.grid == Extents{79, 79, 79});
    CHECK(seven.block == Extents{9, 9, 9});
    CHECK(seven.plane_block == Extents{32, 8, 1});
    CHECK(seven.tile_planes == 12);
}

TEST_CASE("a conversation: a miss, a hint, a skipped question, the score") {
    std::string screen;
    const SessionResult good = play("118^3\n3375\n", screen, {"1a", "1b"});
    CHECK(good.all_right);
    CHECK(good.score == Rational(2));
    CHECK_THAT(screen, ContainsSubstring("Right: 1,643,032 points."));
    CHECK_THAT(screen, ContainsSubstring("Score 2 of 2."));

    const SessionResult second = play("120^3\n118^3\n", screen, {"1a"});
    CHECK(second.all_right);
    CHECK(second.score == Rational(1, 2));
    CHECK_THAT(screen, ContainsSubstring("comes out when the boundary is kept"));

    const SessionResult hinted = play("?\n118^3\n", screen, {"1a"});
    CHECK(hinted.score == Rational(1, 2));
    CHECK_THAT(screen, ContainsSubstring("It begins with: points, each axis = 120 − 2·1"));

    const SessionResult missed = play("1\n2\nskip\n", screen, {"1a", "1b"});
    CHECK(!missed.all_right);
    CHECK(missed.asked == 2);
    CHECK(missed.score == Rational(0));
    CHECK_THAT(screen, ContainsSubstring("Answer  1,643,032 points"));
    CHECK_THAT(screen, ContainsSubstring("Answer  3,375 blocks"));

    const SessionResult unread = play("what?\n\n118^3\n", screen, {"1a"});
    CHECK(unread.score == Rational(1));

    const SessionResult ended = play("118^3\n", screen, {"1a", "1b"});
    CHECK(!ended.all_right);
    CHECK_THAT(screen, ContainsSubstring("Score 1 of 2."));
    CHECK(play("quit\n", screen, {"1a", "1b"}).asked == 1);
}
