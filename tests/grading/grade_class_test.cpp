#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/grading/class_folder/class_members.hpp"
#include "checker/grading/run/grade_class.hpp"
#include "checker/report/json_report.hpp"
#include "tests/catch.hpp"
#include "tests/grading/scratch_class.hpp"
#include "tests/report/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <map>

using namespace kit;
using kit_test::ScratchClass;
namespace fs = std::filesystem;

namespace {

/// A class, and checks that never run a kernel: a file's text says how its check ends.
struct Trial {
    ScratchClass scratch;
    fs::path folder = scratch.path / "class";
    ResultFolder results{scratch.path / "results"};
    GradingRequest request;
    std::vector<std::string> checked; ///< files, in the order of their checks
    GradingState last;

    Trial() {
        fs::create_directory(folder);
        Lab lab = fixtures::tiling_lab();
        lab.points = 15;
        lab.skeleton = scratch.file("labs/" + lab.id + "/kernel.cu", "");
        scratch.file("labs/" + lab.id + "/lab.toml", "first");
        request.folder = folder;
        request.labs = {lab};
        request.settings.seed = 7;
    }

    void hand_in(const std::string& student, const std::string& text) {
        scratch.file("class/" + student + "/" + request.labs[0].id + "/kernel.cu", text);
    }

    void look_through(const SubmissionFinder& finder) {
        ClassMembers members =
            class_members(open_class(folder, {}), {}, finder, request.labs, request.labs);
        request.roster = std::move(members.roster);
        request.hand_ins = std::move(members.hand_ins);
    }

    GradedClass grade(std::size_t most = SIZE_MAX) {
        const SubmissionFinder finder(folder);
        look_through(finder);
        checked.clear();
        return grade_class(
            request, finder, results,
            [&](const std::vector<CheckTask>& tasks, const TaskDone& done) {
                for (std::size_t i = 0; i < tasks.size(); ++i) {
                    if (i == most) {
                        throw KitError("the machine dies here");
                    }
                    check(tasks[i], finder);
                    done(i);
                    done(SIZE_MAX);
                }
            },
            [&](const GradingState& state) { last = state; });
    }

    void check(const CheckTask& task, const SubmissionFinder& finder) {
        checked.push_back(task.file);
        const std::string text = finder.read(task.file).text;
        if (text == "kit fails") {
            results.keep_error(task.key, "no compiler");
        } else {
            const CheckResult result =
                text == "right" ? fixtures::passed() : fixtures::wrong_output();
            results.keep_check(task.key, json_report(request.labs[0], result));
        }
    }
};

} // namespace

TEST_CASE("students are graded, and equal files checked once") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.hand_in("bob", "wrong");
    trial.hand_in("cy", "right");
    fs::create_directory(trial.folder / "dan");
    const GradedClass graded = trial.grade();
    CHECK(trial.checked.size() == 2);
    REQUIRE(graded.students.size() == 4);
    CHECK(graded.students[0].points == 15);
    CHECK(graded.students[2].points == 15);
    CHECK(graded.students[1].points < 15);
    CHECK(graded.students[3].items[0].state == GradedItem::State::missing);
    CHECK(graded.students[2].items[0].file == "cy/" + graded.items[0].id + "/kernel.cu");
    CHECK(trial.last.all == 3);
    CHECK(trial.last.done == 3);
    CHECK(trial.results.grade("ada", graded.items[0].id).value()["points"] == 15);
}

TEST_CASE("what did not change is not checked again, what did is") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.hand_in("bob", "wrong");
    (void)trial.grade();
    (void)trial.grade();
    CHECK(trial.checked.empty());
    CHECK(trial.last.known == 2);
    trial.hand_in("bob", "wrong in another way");
    (void)trial.grade();
    CHECK(trial.checked.size() == 1);
    trial.scratch.file("labs/" + trial.request.labs[0].id + "/lab.toml", "fixed");
    (void)trial.grade();
    CHECK(trial.checked.size() == 2);
    trial.request.settings.seed = 8;
    (void)trial.grade();
    CHECK(trial.checked.size() == 2);
}

TEST_CASE("a grading that ends in the middle goes on from there") {
    Trial trial;
    for (int i = 0; i < 10; ++i) {
        trial.hand_in("student" + std::to_string(i), "wrong " + std::to_string(i));
    }
    CHECK_THROWS_AS(trial.grade(4), KitError);
    CHECK(trial.checked.size() == 4);
    const GradedClass graded = trial.grade();
    CHECK(trial.checked.size() == 6);
    CHECK(graded.students.size() == 10);
    for (const GradedStudent& student : graded.students) {
        CHECK(student.items[0].state == GradedItem::State::graded);
    }
}

TEST_CASE("a folder that vanished after it was graded is no zero") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.hand_in("bob", "right");
    (void)trial.grade();
    fs::remove_all(trial.folder / "bob");
    fs::create_directory(trial.folder / "bob");
    for (int again = 0; again < 2; ++again) {
        const GradedItem bobs = trial.grade().students[1].items[0];
        CHECK(bobs.state == GradedItem::State::needs_look);
        CHECK(bobs.reason.ends_with("is not there any more"));
    }
}

TEST_CASE("a failure of the kit's is no zero, and is tried again") {
    Trial trial;
    trial.hand_in("ada", "kit fails");
    const GradedClass graded = trial.grade();
    CHECK(graded.students[0].items[0].state == GradedItem::State::error);
    CHECK(graded.students[0].items[0].reason == "no compiler");
    CHECK(!graded.students[0].complete);
    CHECK(trial.results.grade("ada", graded.items[0].id).value()["points"].is_null());
    CHECK(trial.last.errors == 1);
    (void)trial.grade();
    CHECK(trial.checked.size() == 1);
}

TEST_CASE("labs that are to be graded anew are checked again, of one student only where asked") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.hand_in("bob", "wrong");
    (void)trial.grade();
    trial.request.anew = {trial.request.labs[0].id};
    (void)trial.grade();
    CHECK(trial.checked.size() == 2);
    trial.request.anew_students = {"bob"};
    (void)trial.grade();
    CHECK(trial.checked ==
          std::vector<std::string>{"bob/" + trial.request.labs[0].id + "/kernel.cu"});
}

TEST_CASE("a changed rule changes grades without a check") {
    Trial trial;
    trial.hand_in("ada", "right");
    (void)trial.grade();
    trial.request.rules.deadline = std::chrono::sys_seconds{};
    trial.request.rules.late.most_days = 0;
    CHECK(trial.grade().students[0].points == 15); // nothing says when it was handed in
    trial.request.file_times = true;
    const GradedClass graded = trial.grade();
    CHECK(trial.checked.empty());
    CHECK(graded.students[0].points == 0);
}

TEST_CASE("any folder's name is a student's") {
    Trial trial;
    const std::vector<std::string> names{"-rf", "a\nb", "<script>", "%2Drf", std::string(255, 'n')};
    for (const std::string& name : names) {
        trial.hand_in(name, "right");
    }
    const GradedClass graded = trial.grade();
    REQUIRE(graded.students.size() == names.size());
    for (const GradedStudent& student : graded.students) {
        CHECK(student.points == 15);
        CHECK(trial.results.grade(student.id, graded.items[0].id).value()["student"] == student.id);
    }
}

TEST_CASE("a damaged result is checked again") {
    Trial trial;
    trial.hand_in("ada", "right");
    const GradedClass graded = trial.grade();
    replace_file(
        trial.results.path() / "checks" / (graded.students[0].items[0].check_key + ".json"), "{");
    (void)trial.grade();
    CHECK(trial.checked.size() == 1);
}

TEST_CASE("a file that changes before its check has an error, and is checked again") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.hand_in("bob", "right, too");
    const SubmissionFinder finder(trial.folder);
    trial.look_through(finder);
    const auto change_and_check = [&](const std::vector<CheckTask>& tasks, const TaskDone& done) {
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (tasks[i].file.starts_with("ada")) {
                trial.hand_in("ada", "changed");
                run_check_task(tasks[i], trial.request.labs[0], {}, finder, trial.results);
            } else {
                trial.check(tasks[i], finder);
            }
            done(i);
        }
    };
    const GradedClass graded = grade_class(trial.request, finder, trial.results, change_and_check,
                                           [](const GradingState&) {});
    const GradedItem& changed = graded.students[0].items[0];
    CHECK(changed.state == GradedItem::State::error);
    CHECK(changed.reason == "the file changed while the class was graded; grade again");
    CHECK(graded.students[1].items[0].state == GradedItem::State::graded);
    (void)trial.grade();
    CHECK(trial.checked == std::vector<std::string>{changed.file});
}

TEST_CASE("the quiz counts in") {
    Trial trial;
    trial.hand_in("ada", "right");
    trial.scratch.file("class/ada/answers.toml", "[answers]\n1a = \"118^3\"\n1b = 1\n");
    trial.hand_in("bob", "right");
    trial.scratch.file("class/bob/answers.toml", "no toml");
    trial.hand_in("cy", "right");
    trial.request.rules.quiz_points = 5;
    trial.request.rules.exercises = {"1a", "1b"};
    const GradedClass graded = trial.grade();
    CHECK(graded.students[0].points == 17.5);
    CHECK(graded.students[0].max_points == 20);
    CHECK(graded.students[1].quiz()->state == GradedItem::State::needs_look);
    CHECK(graded.students[1].quiz()->reason.find("bob/answers.toml:1") != std::string::npos);
    CHECK(graded.students[2].quiz()->state == GradedItem::State::missing);
}

TEST_CASE("the line of progress says how far, how fast and how long") {
    GradingState state;
    state.all = 2000;
    CHECK(grading_line(state, std::chrono::seconds(0)).find("0 of 2,000") != std::string::npos);
    state.known = 400;
    state.done = 1000;
    const std::string line = grading_line(state, std::chrono::seconds(60));
    CHECK(line.find("1,000 of 2,000 · 10.0 a second · 2 min left") != std::string::npos);
    CHECK(grading_line(state, std::chrono::seconds(4380)).find("2 h 2 min left") !=
          std::string::npos);
}
