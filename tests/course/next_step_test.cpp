// What a student is told to do next, and the handout's section to read.
#include "checker/course/handout.hpp"
#include "checker/course/next_step.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace kit;

namespace {

std::vector<Lab> two_labs() {
    std::vector<Lab> labs(2);
    const char* const ids[] = {"04-basic", "05-tiled"};
    for (std::size_t i = 0; i < labs.size(); ++i) {
        labs[i].id = ids[i];
        labs[i].number = static_cast<int>(i) + 4;
        labs[i].skeleton = "labs/" + labs[i].id + "/kernel.cu";
        labs[i].handout = "handouts/" + labs[i].id + ".md";
    }
    return labs;
}

CourseProgress passed(std::initializer_list<const char*> ids) {
    CourseProgress course;
    for (const char* id : ids) {
        course[id].passed_at = "2026-11-21T12:00:00Z";
    }
    return course;
}

} // namespace

TEST_CASE("after each kind of check the next step, and the handout") {
    const std::vector<Lab> labs = two_labs();
    const auto step = [&](Outcome outcome, CheckedFile checked, bool all_grids,
                          const CourseProgress& course = {}) {
        return next_step(labs, course, labs[0], outcome, checked, all_grids);
    };
    CHECK(step(Outcome::failed, CheckedFile::own, true) ==
          "Next: correct the kernel and check it again. For a hint: ./lab hint 4\n"
          "Handout: handouts/04-basic.md");
    CHECK(step(Outcome::failed, CheckedFile::untouched, true) ==
          "Next: fill in the parts marked TODO and check it again. For a hint: ./lab hint 4\n"
          "Handout: handouts/04-basic.md");
    CHECK(step(Outcome::passed, CheckedFile::own, false) ==
          "Next: check all grids: ./lab check 4\nHandout: handouts/04-basic.md");
    CHECK(step(Outcome::passed, CheckedFile::own, true, passed({"04-basic"})) ==
          "Next: lab 05-tiled. Read handouts/05-tiled.md, then edit labs/05-tiled/kernel.cu.");
    CHECK(step(Outcome::passed, CheckedFile::own, true, passed({"04-basic", "05-tiled"})) ==
          "You have passed all 2 labs: the course is finished.");
    CHECK(step(Outcome::failed, CheckedFile::other, true) ==
          "Next: correct the file and check it again.\nHandout: handouts/04-basic.md");
    CHECK_THAT(step(Outcome::passed, CheckedFile::solution, true),
               ContainsSubstring("edit labs/04-basic/kernel.cu, then: ./lab check 4\nHandout"));
    CHECK(step(Outcome::error, CheckedFile::own, true).empty());
}

TEST_CASE("a lab without a handout is begun all the same") {
    Lab lab = two_labs()[0];
    CHECK(how_to_begin(lab) == "Read handouts/04-basic.md, then edit labs/04-basic/kernel.cu.");
    lab.handout.clear();
    CHECK(how_to_begin(lab) == "Edit labs/04-basic/kernel.cu.");
    CHECK(how_to_continue(lab) == "./lab watch 4");
}

TEST_CASE("a section is found by its title, else the first one is named") {
    const TemporaryFolder folder;
    folder.write("page.md", "# Lab\n\nText.\n\n## The idea\n\n## What goes wrong\n");
    const std::filesystem::path page = folder.path() / "page.md";
    const auto wrong = handout_section(page, {"No such section", "What goes wrong"});
    REQUIRE(wrong);
    CHECK(wrong->line == 7);
    CHECK(wrong->title == "What goes wrong");
    CHECK(handout_section(page, {"No such section"})->title == "The idea");
    CHECK_FALSE(handout_section({}, {"The idea"}));
    CHECK_FALSE(handout_section(folder.path() / "none.md", {"The idea"}));
}
