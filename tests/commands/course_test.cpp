// A student's way through a lab by commands: list, check, hint, diff, reset, solution.
#include "checker/base/json_text.hpp"
#include "checker/course/progress_file.hpp"
#include "tests/catch.hpp"
#include "tests/commands/course_folder.hpp"
#include "tests/run_checker.hpp"

using namespace kit;
namespace fs = std::filesystem;
using nlohmann::json;

TEST_CASE("without a check the list is calm, afterwards it has marks, points and a total") {
    const CourseFolder course;
    const ProcessResult before = course.lab({"list"});
    CHECK(before.code == 0);
    CHECK(before.errors.empty());
    CHECK_THAT(before.output, ContainsSubstring("\n04-basic-sweep"));
    CHECK(before.output.find("░") == std::string::npos);
    CHECK_FALSE(fs::exists(course.progress_file()));

    CHECK(course.lab({"check", "1"}).code == 1);
    course.solve("04-basic-sweep");
    CHECK(course.lab({"check", "4"}).code == 0);
    const ProcessResult after = course.lab({"list"});
    CHECK_THAT(after.output, ContainsSubstring("✓ 04-basic-sweep"));
    CHECK_THAT(after.output, ContainsSubstring("… 01-sample-function"));
    CHECK_THAT(after.output, ContainsSubstring("1 of 2 labs, 10 of 15 points"));
    const json list = json_from(course.lab({"list", "--format", "json"}).output);
    CHECK(list[0]["passed"] == false);
    CHECK(list[0]["checks"] == 1);
    CHECK(list[1]["passed"] == true);
    CHECK(list[1]["points"] == 10);
}

TEST_CASE("a check of several grids runs each of them, and no other") {
    const CourseFolder course;
    const json checked = json_from(
        course.lab({"check", "4", "--solution", "--grid", "9", "--grid", "20", "--format", "json"})
            .output);
    CHECK(checked["cases"].size() == 2);
    CHECK(course.lab({"check", "--grid", "9", "4", "--grid", "2"}).code == 2);
}

TEST_CASE("only a check of the lab's own file counts, and only one of all grids passes it") {
    const CourseFolder course;
    CHECK(course.lab({"check", "4", "--solution"}).code == 0);
    CHECK(
        course.lab({"check", "4", (course.path() / "solutions/04-basic-sweep/kernel.cu").string()})
            .code == 0);
    CHECK_FALSE(fs::exists(course.progress_file()));
    course.solve("04-basic-sweep");
    CHECK(course.lab({"check", "4", "--grid", "33"}).code == 0);
    CHECK(course.of("04-basic-sweep").checks == 1);
    CHECK_FALSE(course.of("04-basic-sweep").passed());
    CHECK(course.lab({"check", "4", "--format", "json"}).code == 0);
    CHECK(course.of("04-basic-sweep").passed());
    CHECK(course.of("04-basic-sweep").points == 10);
}

TEST_CASE("hints: of the lab at first, then on what the last check found, level by level") {
    const CourseFolder course;
    const auto hint = [&](std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"hint", "4"});
        const ProcessResult result = course.lab(more);
        CHECK(result.code == 0);
        return result.output;
    };
    CHECK_THAT(hint(), ContainsSubstring("Lab 04-basic-sweep · hint 1 of"));
    course.save("04-basic-sweep", "int a = ;\n");
    CHECK(course.lab({"check", "4", "--grid", "33"}).code == 1);
    const std::string first = hint();
    CHECK_THAT(first, ContainsSubstring("hint 1 of 3"));
    CHECK_THAT(first, ContainsSubstring("Last check: "));
    CHECK_THAT(hint(), ContainsSubstring("hint 2 of 3"));
    CHECK_THAT(hint(), ContainsSubstring("hint 3 of 3"));
    CHECK_THAT(hint(), ContainsSubstring("hint 3 of 3"));
    CHECK_THAT(hint({"--level", "1"}), ContainsSubstring("hint 1 of 3"));
    const std::string all = hint({"--all"});
    CHECK_THAT(all, ContainsSubstring("hint 1 of 3"));
    CHECK_THAT(all, ContainsSubstring("hint 3 of 3"));
    CHECK_THAT(all, ContainsSubstring("04-basic-sweep.md:")); // with its section's line
    CHECK_THAT(course.lab({"hint", "4", "--level", "4"}).errors,
               ContainsSubstring("--level 4: lab 4 has 3 hints now"));
    CHECK(course.lab({"hint", "4", "--level", "1", "--all"}).code == 2);
    CHECK_THAT(course.lab({"hint", "basic-sweeep"}).errors, ContainsSubstring("Did you mean 04-"));
}

TEST_CASE("an unexplained wrong output gets the lab's own hints; a changed file is noticed") {
    const CourseFolder course;
    CHECK(course.lab({"check", "1"}).code == 1);
    for (const char* words : {"Take n = 10", "Before block b", "The sample is i ="}) {
        const std::string text = course.lab({"hint", "1"}).output;
        INFO(text);
        CHECK_THAT(text, ContainsSubstring("Last check: On 255 points"));
        CHECK_THAT(text, ContainsSubstring(words));
        CHECK_THAT(text, ContainsSubstring("Read on: "));
        CHECK(text.find("neighbour") == std::string::npos);
        CHECK(text.find("has changed") == std::string::npos);
    }
    course.save("01-sample-function", "int a = ;\n");
    CHECK_THAT(course.lab({"hint", "1"}).output,
               ContainsSubstring("has changed since the last check"));
    CHECK(course.lab({"check", "1"}).code == 1);
    const std::string text = course.lab({"hint", "1"}).output;
    CHECK(text.find("has changed") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("\"What goes wrong\"."));
}

TEST_CASE("a path in a lab's folder is accepted where a lab is") {
    const CourseFolder course;
    const fs::path own = course.kernel("04-basic-sweep");
    const ProcessResult wrong = course.lab({"check", own.string(), "--grid", "5"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.output,
               ContainsSubstring("Next: fill in the parts marked TODO and check it again."));
    CHECK_THAT(wrong.output, ContainsSubstring("04-basic-sweep.md"));
    CHECK(course.of("04-basic-sweep").checks == 1);
    CHECK_THAT(course.lab({"hint", own.string()}).output, ContainsSubstring("Lab 04-basic-sweep"));
    CHECK(course.lab({"diff", own.parent_path().string()}).code == 0);
    CHECK(course.lab({"reset", own.string()}).code == 0);
    // Another file in the folder is checked as it is, and is not the student's progress.
    const fs::path other = course.path() / "solutions/04-basic-sweep/kernel.cu";
    const ProcessResult right = course.lab({"check", other.string(), "--grid", "5"});
    CHECK(right.code == 0);
    CHECK(course.of("04-basic-sweep").checks == 1);
    CHECK(course.lab({"check", other.string(), own.string()}).code == 2);
    CHECK_THAT(course.lab({"reset", other.string(), "--yes"}).errors,
               ContainsSubstring("the folder of lab 4 in this kit"));
    CHECK_THAT(course.lab({"check", "/tmp/mine.cu"}).errors,
               ContainsSubstring("belongs to no lab"));
    CHECK_THAT(course.lab({"explore", other.string(), "--grid", "5", "--block", "4"}).output,
               ContainsSubstring("4"));
}

TEST_CASE("reset keeps what there was, and never writes over what it kept before") {
    const CourseFolder course;
    const fs::path file = course.kernel("04-basic-sweep");
    const std::string skeleton = CourseFolder::text_of(file);
    CHECK_THAT(course.lab({"reset", "4"}).output, ContainsSubstring("no changes"));
    course.save("04-basic-sweep", "mine");
    const ProcessResult asked = course.lab({"reset", "4"});
    CHECK(asked.code == 2);
    CHECK_THAT(asked.errors, ContainsSubstring("--yes"));
    CHECK(CourseFolder::text_of(file) == "mine");
    CHECK_THAT(course.lab({"reset", "4", "--yes"}).output, ContainsSubstring("kernel.cu.kept"));
    CHECK(CourseFolder::text_of(file) == skeleton);
    course.save("04-basic-sweep", "mine again");
    CHECK(course.lab({"reset", "4", "--yes"}).code == 0);
    CHECK(CourseFolder::text_of(file.string() + ".kept") == "mine");
    CHECK(CourseFolder::text_of(file.string() + ".kept.2") == "mine again");
    fs::remove(file);
    CHECK(course.lab({"check", "4"}).code == 2);
    CHECK_THAT(course.lab({"reset", "4"}).output, ContainsSubstring("was missing"));
    CHECK(CourseFolder::text_of(file) == skeleton);
}

TEST_CASE("diff shows the student's changes alone") {
    const CourseFolder course;
    CHECK_THAT(course.lab({"diff", "4"}).output, ContainsSubstring("no changes"));
    course.save("04-basic-sweep",
                "// mine\n" + CourseFolder::text_of(course.kernel("04-basic-sweep")));
    const ProcessResult result = course.lab({"diff", "4"});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, ContainsSubstring("\n+// mine\n"));
    CHECK(result.output.find("\n-") == std::string::npos);
    CHECK_THAT(result.output, ContainsSubstring("--- the original skeleton\n+++ "));
    course.save("04-basic-sweep", "\x1b[2J\n");
    CHECK(course.lab({"diff", "4"}).output.find('\x1b') == std::string::npos);
    fs::remove(course.kernel("04-basic-sweep"));
    CHECK_THAT(course.lab({"diff", "4"}).errors, ContainsSubstring("No such file"));
    course.solve("04-basic-sweep");
    fs::remove(course.path() / "solutions/04-basic-sweep/todo.txt");
    const ProcessResult none = course.lab({"diff", "4"});
    CHECK(none.code == 2);
    CHECK_THAT(none.errors, ContainsSubstring("says nowhere how its skeleton was"));
}

TEST_CASE("the solution is shown to those who have one, or ask twice") {
    const CourseFolder course;
    const std::string text =
        CourseFolder::text_of(course.path() / "solutions/04-basic-sweep/kernel.cu");
    const ProcessResult early = course.lab({"solution", "4"});
    CHECK(early.code == 1);
    CHECK(early.output.empty());
    CHECK_THAT(early.errors, ContainsSubstring("./lab hint 4"));
    CHECK(course.lab({"solution", "4", "--spoil"}).output == text);
    course.solve("04-basic-sweep");
    CHECK(course.lab({"check", "4"}).code == 0);
    CHECK(course.lab({"solution", "4"}).output == text);
}

TEST_CASE("a puzzle is drawn of a passed lab, and counted once it is mended") {
    const CourseFolder course;
    course.write("tests/submissions/novices/04.toml",
                 CourseFolder::text_of(kit::source_root() / "tests/submissions/novices/04.toml"));
    const ProcessResult early = course.lab({"puzzle", "4"});
    CHECK(early.code == 1);
    CHECK_THAT(early.errors, ContainsSubstring("has not passed yet"));
    CHECK_THAT(course.lab({"puzzle", "04-ffff", "--spoil"}).errors,
               ContainsSubstring("There is no puzzle 04-ffff."));

    const ProcessResult drawn = course.lab({"puzzle", "04-27c5", "--spoil"});
    CHECK(drawn.code == 0);
    CHECK_THAT(drawn.output, ContainsSubstring("a puzzle of level 1 of 3"));
    const std::string file = (course.path() / "labs/puzzles/04-27c5.cu").string();
    CHECK(CourseFolder::text_of(file).starts_with("// Puzzle 04-27c5, level 1"));
    CHECK(course.lab({"check", "4", file}).code == 1);
    course.write("labs/puzzles/04-27c5.cu", "// half mended\n");
    CHECK_THAT(course.lab({"puzzle", "04-27c5", "--spoil"}).output,
               ContainsSubstring("is there already"));
    CHECK(CourseFolder::text_of(file) == "// half mended\n");

    course.write("labs/puzzles/04-27c5.cu",
                 CourseFolder::text_of(course.path() / "solutions/04-basic-sweep/kernel.cu"));
    for (int i = 0; i < 2; ++i) {
        const ProcessResult mended = course.lab({"check", "4", file});
        CHECK(mended.code == 0);
        CHECK_THAT(mended.output, ContainsSubstring("Puzzle 04-27c5 is solved. What was wrong: "));
    }
    CHECK(course.of("04-basic-sweep").puzzles == std::vector<std::string>{"04-27c5"});
    CHECK_FALSE(course.of("04-basic-sweep").passed());
    CHECK_THAT(course.lab({"list"}).output, ContainsSubstring("1 puzzle solved."));
}

TEST_CASE("progress that cannot be kept or read fails no check") {
    const CourseFolder course;
    fs::create_directory(course.progress_file());
    const ProcessResult result = course.lab({"check", "4", "--grid", "5"});
    CHECK(result.code == 1);
    CHECK_THAT(result.errors, ContainsSubstring("progress"));
    fs::remove(course.progress_file());
    course.write(".lab-progress.json", "damaged");
    const ProcessResult list = course.lab({"list"});
    CHECK(list.code == 0);
    CHECK_THAT(list.errors, ContainsSubstring("starts again"));
    CHECK(course.lab({"list"}).errors.empty());
}

TEST_CASE("each command has help with an example") {
    for (const char* command : {"list", "hint", "puzzle", "reset", "diff", "solution", "watch"}) {
        const ProcessResult result = run_checker({command, "--help"});
        CHECK(result.code == 0);
        CHECK_THAT(result.output, ContainsSubstring("Example:"));
        CHECK_THAT(result.output, ContainsSubstring(std::string("\n  ./lab ") + command));
    }
}
