// What a graded class's labs are worth: by its rules, by hand, and after another grading.
#include "checker/base/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/commands/lab_one_class.hpp"
#include "tests/run_checker.hpp"

using namespace kit;
using namespace kit_test;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

const std::string lab_two = "02-finite-difference";

} // namespace

TEST_CASE("regrade says whose points changed") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    REQUIRE(run_checker(grade_arguments(scratch)).code == 0);
    std::vector<std::string> again = grade_arguments(scratch);
    again[0] = "regrade";
    CHECK_THAT(run_checker(again).output, ContainsSubstring("No points changed"));
    hand_in(scratch, "ada", solution());
    CHECK_THAT(run_checker(again).output, ContainsSubstring("ada · " + lab_one));
}

TEST_CASE("points set by hand are kept, told with their reason, and taken back") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", skeleton());
    hand_in(scratch, "bob", solution());
    const std::vector<std::string> grade = grade_arguments(scratch);
    REQUIRE(run_checker(grade).code == 0);
    const double computed = grade_of(scratch, "ada", lab_one)["points"];
    REQUIRE(run_checker(with(grade, {"--set", "ada", "1", "3.5", "--why", "nearly right"})).code ==
            0);
    REQUIRE(run_checker(with(grade, {"--set", "bob", "1", "excused", "--why", "ill"})).code == 0);
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("ada,,3.5\n"));
    CHECK_THAT(canvas_of(scratch), ContainsSubstring("bob,,\n"));
    std::vector<std::string> regrade = grade;
    regrade[0] = "regrade";
    REQUIRE(run_checker(regrade).code == 0);
    const ordered_json ada = grade_of(scratch, "ada", lab_one);
    CHECK(ada["points"] == 3.5);
    CHECK(ada["by_hand"]["why"] == "nearly right");
    CHECK(ada["by_hand"]["computed_points"] == computed);
    const ordered_json bob = grade_of(scratch, "bob", lab_one);
    CHECK(bob["state"] == "excused");
    CHECK(bob["points"].is_null());
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"),
               ContainsSubstring("nearly right"));
    CHECK_THAT(run_checker(with(grade, {"--explain", "ada"})).output,
               ContainsSubstring("Set to 3.5 by the instructor: nearly right"));
    REQUIRE(run_checker(with(grade, {"--set", "ada", "1", "computed"})).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == computed);
    CHECK(grade_of(scratch, "ada", lab_one)["by_hand"].is_null());
    for (const auto& [words, answer] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--set", "ada", "1", "3"}, "--set: a reason is missing"},
             {{"--set", "ada", "1", "-3", "--why", "x"}, "write points, such as 12"},
             {{"--set", "eve", "1", "3", "--why", "x"}, "no student has the id \"eve\""},
             {{"--set", "ada", "2", "3", "--why", "x"}, "is not among what is graded"},
             {{"--why", "x"}, "--why belongs to --set"}}) {
        check_refused(with(grade, words), answer);
    }
    scratch.file("class-results/by-hand.json", "[{]");
    const ProcessResult damaged = run_checker(grade);
    CHECK(damaged.code == 3);
    CHECK_THAT(damaged.errors, ContainsSubstring("by-hand.json"));
}

TEST_CASE("points of many are set from a table, all of them or none") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    hand_in(scratch, "bob", solution());
    const std::vector<std::string> grade = grade_arguments(scratch);
    const auto wrong =
        scratch.file("wrong.csv", "student,lab,points,why\nada,1,3,mail\neve,1,2,mail\n");
    check_refused(with(grade, {"--set-from", wrong.string()}),
                  "wrong.csv:3: no student has the id \"eve\"");
    const auto right =
        scratch.file("right.csv", "Why;Points;Lab;Student\nmail;3;1;ada\nill;excused;1;bob\n");
    REQUIRE(run_checker(with(grade, {"--set-from", right.string()})).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 3);
    CHECK(grade_of(scratch, "bob", lab_one)["state"] == "excused");
    check_refused(with(grade, {"--set-from", scratch.file("no.csv", "student,lab\n").string()}),
                  "no column is called points");
}

TEST_CASE("the newest attempt counts, or the best, before or after what lateness takes off") {
    const ScratchClass scratch;
    const std::string early = "class/Lab 1_ada_attempt_2026-11-19-10-00-00_kernel.cu";
    const std::string late = "class/Lab 1_ada_attempt_2026-11-21-10-00-00_kernel.cu";
    const std::vector<std::string> grade = grade_arguments(scratch);
    const auto points_by = [&](const std::string& attempt) {
        scratch.file("class/grading.toml",
                     "deadline = \"2026-11-20\"\n" + attempt + "[late]\npercent_per_day = 50\n");
        INFO(attempt);
        REQUIRE(run_checker(grade).code == 0);
        return grade_of(scratch, "ada", lab_one)["points"].get<double>();
    };
    scratch.file(early, solution());
    scratch.file(late, solution() + "// another\n");
    CHECK(points_by("") == 2.5);
    CHECK(points_by("attempt = \"best\"\n") == 2.5); // equal ones: the newest
    CHECK(points_by("attempt = \"best-after-late\"\n") == 5);
    scratch.file(early, skeleton() + "// begun\n");
    CHECK(points_by("attempt = \"best-after-late\"\n") == 2.5);
    scratch.file(early, solution());
    scratch.file(late, skeleton() + "// spoilt\n");
    CHECK(points_by("") < 5);
    CHECK(points_by("attempt = \"best\"\n") == 5);
    CHECK_THAT(text_of(scratch.path / "class-results/feedback/ada.md"),
               ContainsSubstring("the best of 2 attempts counts"));
    scratch.file("class/grading.toml", "attempt = \"worst\"\n");
    check_refused(grade, "attempt");
}

TEST_CASE("a lab is worth what the class says, and a share of the checks grades nobody") {
    const ScratchClass scratch;
    hand_in(scratch, "ada", solution());
    scratch.file("class/grading.toml", "[points]\n01-sample-function = 10\n");
    const std::vector<std::string> grade = grade_arguments(scratch);
    const ProcessResult share = run_checker(with(grade, {"--share", "1/1"}));
    CHECK(share.code == 0);
    CHECK_THAT(share.output, ContainsSubstring("share 1/1: 1 checked"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/students"));
    REQUIRE(run_checker(grade).code == 0);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] == 10);
    CHECK(grade_of(scratch, "ada", lab_one)["max_points"] == 10);
    check_refused(with(grade, {"--share", "2/1"}), "--share 2/1: write");
}

TEST_CASE("a kernel that did not pass gets points for its right parts, if the class says so") {
    const ScratchClass scratch;
    std::string third_wrong = solution();
    const std::size_t at = third_wrong.find("x[i] * x[i]");
    REQUIRE(at != std::string::npos);
    hand_in(scratch, "ada", third_wrong.replace(at, 11, "x[i] + x[i]"));
    hand_in(scratch, "bob", skeleton());
    hand_in(scratch, "cyd", solution());
    const auto points = [&](const char* rules) {
        scratch.file("class/grading.toml", rules);
        const ordered_json graded = ordered_json_from(
            run_checker(with(grade_arguments(scratch), {"--format", "json"})).output);
        std::string text;
        for (const ordered_json& student : graded.at("students")) {
            text += json_line(student.at("points")) + " ";
        }
        return text;
    };
    CHECK(points("") == "0.0 0.0 5.0 ");
    CHECK(points("partial_credit = \"parts\"\n") == "3.75 0.0 5.0 ");
    CHECK(points("partial_credit = false\n") == "0.0 0.0 5.0 ");
}

TEST_CASE("regrading one lab leaves the other grades as they were") {
    const ScratchClass scratch;
    const std::string second = text_of(kit::source_root() / "solutions" / lab_two / "kernel.cu");
    for (const std::string student : {"ada", "bob"}) {
        hand_in(scratch, student, solution());
        scratch.file("class/" + student + "/" + lab_two + "/kernel.cu", second);
    }
    std::vector<std::string> words = grade_arguments(scratch);
    words[3] = "1-2";
    REQUIRE(run_checker(words).code == 0);
    const ordered_json before = grade_of(scratch, "ada", lab_two);
    CHECK(before["points"] == before["max_points"]);
    // Both files change, but only one lab is graded again; one student leaves.
    hand_in(scratch, "ada", skeleton());
    scratch.file("class/ada/" + lab_two + "/kernel.cu", "no kernel");
    fs::remove_all(scratch.path / "class/bob");
    words[0] = "regrade";
    words[3] = "1";
    const ProcessResult result = run_checker(words);
    INFO(result.output << result.errors);
    CHECK(grade_of(scratch, "ada", lab_two) == before);
    CHECK(grade_of(scratch, "ada", lab_one)["points"] !=
          grade_of(scratch, "ada", lab_one)["max_points"]);
    CHECK_THAT(result.output, ContainsSubstring("Changed since the last grading: 1 grade"));
    CHECK_THAT(result.output, ContainsSubstring(", a new file"));
    CHECK(fs::exists(scratch.path / "class-results/feedback/ada.md"));
    CHECK_FALSE(fs::exists(scratch.path / "class-results/feedback/bob.md"));
    scratch.file("class/grading.toml", "title = \"x\"\nlabs = [\"1-99\"]\n");
    check_refused({"grade", (scratch.path / "class").string()},
                  "grading.toml:2: labs: There is no lab 99");
}
