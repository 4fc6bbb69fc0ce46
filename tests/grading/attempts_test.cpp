// Tests of checker/grading/store/attempts.hpp: the way of a student to a grade, kept over gradings.
#include "checker/base/whole_file.hpp"
#include "checker/grading/store/attempts.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

namespace {

std::chrono::sys_seconds at(int seconds) {
    return std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000 + seconds));
}

GradedItem handed_in(char letter, double points, Outcome outcome = Outcome::failed) {
    GradedItem item;
    item.id = "05-tiling";
    item.state = GradedItem::State::graded;
    item.sha256 = std::string(64, letter);
    item.submitted = at(-60);
    item.points = points;
    item.max_points = 15;
    item.check = CheckedSubmission();
    item.check->outcome = outcome;
    if (outcome == Outcome::failed) {
        Finding warning;
        warning.kind = FindingKind::early_exit_before_barrier;
        warning.severity = Severity::warning;
        Finding race;
        race.kind = FindingKind::race_shared;
        item.check->findings = {warning, race};
    }
    return item;
}

} // namespace

TEST_CASE("an attempt is kept once, a new file or new points are another") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    CHECK(attempts_with(handed_in('a', 4), "ada", results, at(0)).size() == 1);
    CHECK(attempts_with(handed_in('a', 4), "ada", results, at(5)).size() == 1);
    CHECK(attempts_with(handed_in('b', 4), "ada", results, at(10)).size() == 2);
    CHECK(attempts_with(handed_in('b', 6), "ada", results, at(20)).size() == 3);
    const auto all = attempts_with(handed_in('c', 15, Outcome::passed), "ada",
                                   ResultFolder(results.path()), at(30));
    REQUIRE(all.size() == 4);
    CHECK(all[0].graded == at(0)); // not when it was graded again
    CHECK(all[0].submitted == at(-60));
    CHECK(all[0].sha256 == std::string(64, 'a'));
    CHECK(all[0].finding == "race-shared");
    CHECK(all[0].points == 4);
    CHECK(all[0].max_points == 15);
    CHECK(all[3].outcome == Outcome::passed);
    CHECK(all[3].finding.empty());
    CHECK(attempts_with(handed_in('a', 4), "bob", results, at(40)).size() == 1);
}

TEST_CASE("what is not graded is no attempt, and what came before stays") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    GradedItem item = handed_in('a', 4);
    for (const auto state :
         {GradedItem::State::missing, GradedItem::State::refused, GradedItem::State::error}) {
        item.state = state;
        CHECK(attempts_with(item, "ada", results, at(0)).empty());
    }
    CHECK(!fs::exists(results.path() / "attempts"));
    (void)attempts_with(handed_in('a', 4), "ada", results, at(1));
    CHECK(attempts_with(item, "ada", results, at(2)).size() == 1);
}

TEST_CASE("damaged attempts are left out, whatever is in their place") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    const fs::path path = results.path() / "attempts/ada/05-tiling.json";
    (void)attempts_with(handed_in('a', 4), "ada", results, at(0));
    const std::string good = read_file(path);
    for (const char* text : {"", "not JSON", "[]", "{\"attempts\": 7}", "{\"attempts\": \"x\"}",
                             "{\"attempts\": [1, null, {}, {\"graded\": 5}, "
                             "{\"graded\": \"2026-11-24T00:00:00Z\", \"verdict\": \"error\"}]}"}) {
        INFO(text);
        write_file(path, text);
        CHECK(attempts_with(handed_in('a', 4), "ada", results, at(0)).size() == 1);
        CHECK(read_file(path) == good);
    }
    fs::remove(path);
    fs::create_directories(path / "folder");
    CHECK(attempts_with(handed_in('a', 4), "ada", results, at(0)).size() == 1);
    CHECK(read_file(path) == good);
    fs::remove_all(path.parent_path());
    write_file(path.parent_path(), "a file where the student's folder is");
    CHECK(attempts_with(handed_in('a', 4), "ada", results, at(0)).size() == 1);
    CHECK(read_file(path) == good);
}

TEST_CASE("somebody who hands in without end has the first attempt and the last ones") {
    const ScratchClass scratch;
    const ResultFolder results(scratch.path / "results");
    nlohmann::ordered_json many;
    for (int i = 0; i < 3; ++i) {
        (void)attempts_with(handed_in('a', i), "ada", results, at(i));
    }
    many = results.attempts("ada", "05-tiling").value();
    const nlohmann::ordered_json last = many["attempts"][2];
    while (many["attempts"].size() < most_attempts) {
        many["attempts"].push_back(last);
    }
    results.keep_attempts("ada", "05-tiling", many);
    const auto kept = attempts_with(handed_in('b', 9), "ada", results, at(50));
    REQUIRE(kept.size() == most_attempts);
    CHECK(kept[0].points == 0);
    CHECK(kept[1].points == 2);
    CHECK(kept.back().points == 9);
}
