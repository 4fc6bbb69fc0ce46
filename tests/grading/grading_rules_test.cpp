#include "checker/base/errors.hpp"
#include "checker/grading/model/moment.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

using namespace kit;
using kit_test::ScratchClass;

namespace {

const std::vector<std::string> ids{"04-basic-sweep", "05-shared-memory-tiling"};

GradingRules rules(const std::string& text) {
    const ScratchClass scratch;
    return read_grading_rules(scratch.file("grading.toml", text), ids);
}

std::string refusal_of_rules(const std::string& text) {
    try {
        (void)rules(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("without a word of it, late costs nothing and each grid counts") {
    const GradingRules read = rules("");
    CHECK(!read.deadline);
    CHECK(read.late.percent_per_day == 0);
    CHECK(read.partial_credit == Credit::cases);
    CHECK(read.quiz_points == 0);
    CHECK(!read.leaderboard);
}

TEST_CASE("all rules are read") {
    const GradingRules read = rules(R"(
title = "Parallel programming"
labs = ["4-5"]
deadline = "2026-11-20T23:59:00Z"
partial_credit = false
technique_percent = 25.5
similar_percent = 95
[deadlines]
05-shared-memory-tiling = "2026-11-27T23:59:00Z"
[late]
grace_minutes = 15
percent_per_day = 10
most_days = 5
[bonus]
points = 2
at_speed = 0.9
[leaderboard]
show = "pseudonyms"
[quiz]
points = 10
exercises = ["1", "2c"]
seed = 7
)");
    CHECK(read.leaderboard == LeaderboardNames::pseudonyms);
    CHECK(read.title == "Parallel programming");
    CHECK(read.labs == std::vector<std::string>{"4-5"});
    CHECK(moment_text(read.deadline.value()) == "2026-11-20T23:59:00Z");
    CHECK(moment_text(read.deadlines.at(ids[1])) == "2026-11-27T23:59:00Z");
    CHECK(read.partial_credit == Credit::nothing);
    CHECK(read.technique_percent == 25.5);
    CHECK(rules("partial_credit = \"parts\"").partial_credit == Credit::parts);
    CHECK(refusal_of_rules("partial_credit = \"some\"").find("grading.toml:1") !=
          std::string::npos);
    CHECK(read.similar_percent == 95);
    CHECK(read.late.grace_minutes == 15);
    CHECK(read.late.most_days == 5);
    CHECK(read.bonus.value().at_speed == 0.9);
    CHECK(read.quiz_points == 10);
    CHECK(read.exercises.size() > 2);
    CHECK(read.quiz_seed == 7);
}

TEST_CASE("a lab is named by its id or its number") {
    const GradingRules read = rules("[points]\n5 = 10\n[deadlines]\n05 = "
                                    "\"2026-11-27T23:59:00Z\"\n[gradebook]\n05 = \"Homework 2\"\n");
    CHECK(read.points.at(ids[1]) == 10);
    CHECK(moment_text(read.deadlines.at(ids[1])) == "2026-11-27T23:59:00Z");
    CHECK(read.gradebook_columns.at(ids[1]) == "Homework 2");
    CHECK(refusal_of_rules("[points]\n05 = 1\n5 = 2\n").find("points.5: unknown key") !=
          std::string::npos);
}

TEST_CASE("a deadline may be a date of TOML's own") {
    CHECK(moment_text(rules("deadline = 2026-11-20T23:59:00+01:00\n").deadline.value()) ==
          "2026-11-20T22:59:00Z");
    CHECK(rules("deadline = 2026-11-20\n").deadline == parse_moment("2026-11-20"));
    CHECK(rules("deadline = 2026-11-20 08:00:00\n").deadline == parse_moment("2026-11-20 08:00"));
    CHECK(refusal_of_rules("deadline = 08:00:00\n").find("must be a date") != std::string::npos);
}

TEST_CASE("all that is wrong with the rules is said with line and key") {
    const std::string said =
        refusal_of_rules("deadline = \"soon\"\npoints = 3\n[late]\npercent_per_day = 120\n"
                         "[quiz]\nexercises = [\"9z\"]\n[deadlines]\n99-none = \"2026-11-20\"\n");
    INFO(said);
    CHECK(said.find("grading.toml:1") != std::string::npos);
    CHECK(said.find("must be a date and time") != std::string::npos);
    CHECK(said.find("grading.toml:2") != std::string::npos);
    CHECK(said.find("must be from 0 to 100") != std::string::npos);
    CHECK(said.find("grading.toml:6") != std::string::npos);
    CHECK(said.find("99-none") != std::string::npos);
    const std::string board = refusal_of_rules("[leaderboard]\nshow = \"faces\"\ncolour = 1\n");
    INFO(board);
    CHECK(board.find("grading.toml:2") != std::string::npos);
    CHECK(board.find("pseudonyms") != std::string::npos);
    CHECK(board.find("grading.toml:3") != std::string::npos);
    CHECK(refusal_of_rules("[leaderboard]\n").find("show") != std::string::npos);
    CHECK(refusal_of_rules("x = ").find("grading.toml:1: ") != std::string::npos);
}
