// Tests of checker/grading/class_page/leaderboard.hpp: who is on it, in which order, and what it says of nobody.
#include "checker/grading/class_page/leaderboard.hpp"
#include "tests/catch.hpp"
#include "tests/grading/class_page/made_class.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace kit;

namespace {

struct Student {
    std::string name;
    std::uint64_t sectors = 0;
    double seconds = 0;   ///< 0: not timed
    std::string answer{}; ///< in the roster's column
    Outcome outcome = Outcome::passed;
    bool inconclusive = false;
};

GradedClass class_of(const std::vector<Student>& students) {
    GradedClass graded;
    graded.title = "Stencils";
    graded.items = {{5, "05-tiling", "Tiling", "PMPP 8.3", 15}};
    for (const Student& one : students) {
        GradedStudent student;
        student.id = "id-of-" + one.name;
        student.name = one.name;
        student.email = one.name + "@example.org";
        student.columns = {{"section", "tutorial-9"}};
        if (!one.answer.empty()) {
            student.columns.emplace_back("Leaderboard", one.answer);
        }
        GradedItem item;
        item.state = GradedItem::State::graded;
        item.file = "submissions/kernel.cu";
        item.points = 12.34;
        item.check = CheckedSubmission();
        item.check->outcome = one.outcome;
        item.check->traffic = CheckedTraffic();
        item.check->traffic->sectors = one.sectors;
        if (one.seconds > 0) {
            item.check->time = CheckedTime();
            item.check->time->gpu = "NVIDIA H200";
            item.check->time->seconds = one.seconds;
            item.check->time->reference_seconds = 1e-5;
            item.check->time->inconclusive = one.inconclusive;
        }
        student.items = {item};
        graded.students.push_back(student);
    }
    return graded;
}

std::vector<LeaderboardRow> rows_of(const std::vector<Student>& students,
                                    std::uint64_t reference = 1'000) {
    const auto labs = leaderboard_of(class_of(students), {{"05-tiling", reference}});
    return labs.empty() ? std::vector<LeaderboardRow>{} : labs[0].rows;
}

using Rows = std::vector<LeaderboardRow>;

} // namespace

TEST_CASE("without times the fewest sectors win, and equal ones share a rank", "[leaderboard]") {
    CHECK(rows_of({{"mia", 1'500}, {"noa", 1'000}, {"abe", 1'500}, {"zoe", 900}}) ==
          Rows{{1, "zoe", 0.9}, {2, "noa", 1}, {3, "abe", 1.5}, {3, "mia", 1.5}});
    CHECK(rows_of({{"mia", 1'500}, {"noa", 700}}, 0) == Rows{{1, "noa", 700}, {2, "mia", 1'500}});
    CHECK(leaderboard_of(class_of({{"mia", 7}}), {})[0].reference_sectors == 0);
}

TEST_CASE("where a kernel is timed the fastest win, to the hundredth", "[leaderboard]") {
    const auto labs = leaderboard_of(class_of({{"mia", 900, 2e-5},
                                               {"noa", 900, 0.8e-5},
                                               {"abe", 900, 0.8001e-5},
                                               {"spread", 1, 0.1e-5, "", Outcome::passed, true},
                                               {"untimed", 1}}),
                                     {{"05-tiling", 1'000}});
    REQUIRE(labs.size() == 1);
    CHECK(labs[0].by_speed);
    CHECK(labs[0].gpu == "NVIDIA H200");
    CHECK(labs[0].rows == Rows{{1, "abe", 1.25}, {1, "noa", 1.25}, {3, "mia", 0.5}});
}

TEST_CASE("only kernels that passed are listed", "[leaderboard]") {
    CHECK(rows_of({{"mia", 10, 0, "", Outcome::failed}, {"noa", 20}}).size() == 1);
    CHECK(leaderboard_of(class_of({{"mia", 10, 0, "", Outcome::failed}}), {}).empty());
    CHECK(leaderboard_of(GradedClass(), {}).empty());
    CHECK(rows_of({{"mia", 0}}).empty()); // its traffic was not counted
}

TEST_CASE("whoever does not say yes where there is a question is left out", "[leaderboard]") {
    for (const char* answer : {"no", "No", "NO", "n", "false", "0", "nope", "out", "-"}) {
        INFO(answer);
        CHECK(rows_of({{"mia", 10, 0, answer}, {"noa", 20}}) == Rows{{1, "noa", 0.02}});
    }
    for (const char* answer : {"", "yes", "Yes", "y", "TRUE", "1"}) {
        INFO(answer);
        CHECK(rows_of({{"mia", 10, 0, answer}}).size() == 1);
    }
}

TEST_CASE("the page says nothing else of anybody", "[leaderboard]") {
    GradedClass graded = class_of({{"Mia Secretive", 1'500}, {"Out Opted", 10, 0, "no"}});
    graded.students[0].pseudonym = "7Q2M-4XDK";
    const std::string page = leaderboard_page(graded.title, leaderboard_of(graded, {}));
    CHECK(page.find("7Q2M-4XDK") != std::string::npos);
    for (const char* word : {"Mia", "Secretive", "id-of", "example.org", "Opted", "12.34",
                             "submissions", "tutorial-9"}) {
        INFO(word);
        CHECK(page.find(word) == std::string::npos);
    }
    // Nor of a class with everything in it: only names that are listed, and numbers.
    const GradedClass full = made_class(60, true);
    const std::vector<LeaderboardLab> labs = leaderboard_of(full, {});
    const std::string whole = leaderboard_page(full.title, labs);
    for (const GradedStudent& student : full.students) {
        CHECK(whole.find(student.id) == std::string::npos);
    }
    CHECK(whole.find("race-shared") == std::string::npos);
    CHECK(whole.find("kernel.cu") == std::string::npos);
}

TEST_CASE("a leaderboard's names are text, and it loads nothing", "[leaderboard]") {
    const std::string page = leaderboard_page(
        "</title><script>alert(1)</script>",
        leaderboard_of(class_of({{"</script><script>alert(2)</script>", 10}, {"\xff<b>", 20}}),
                       {}));
    CHECK(page.find("alert(2)</script>") == std::string::npos);
    CHECK(page.find("<script>alert") == std::string::npos);
    CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
    for (const char* word : {"https://", "@import", "url(", "src=", "<link", "innerHTML"}) {
        INFO(word);
        CHECK(page.find(word) == std::string::npos);
    }
}
