// What students read in a narrow terminal is broken between words, never inside one.
#include "tests/catch.hpp"
#include "tests/commands/course_folder.hpp"
#include "tests/watch/pseudo_terminal.hpp"

#include <fmt/format.h>

#include <sstream>

using namespace kit;

namespace {

class Narrow : public PseudoTerminal {
public:
    Narrow(const CourseFolder& course, const std::vector<std::string>& arguments, int columns)
        : PseudoTerminal(command(course, arguments), columns, 60) {}

private:
    static std::vector<std::string> command(const CourseFolder& course,
                                            const std::vector<std::string>& arguments) {
        std::vector<std::string> words{"KIT_NVCC=none",       "KIT_PROGRESS=",        "TERM=xterm",
                                       "NO_COLOR=1",          kit::checker_program(), "--root",
                                       course.path().string()};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return words;
    }
};

/// The screen's words, blank by blank, as they were before they were broken into lines.
std::string words_of(const Narrow& terminal) {
    std::istringstream stream(terminal.screen().text());
    std::string all;
    for (std::string word; stream >> word;) {
        all += (all.empty() ? "" : " ") + word;
    }
    return all;
}

} // namespace

TEST_CASE("list and errors are broken between words at any width") {
    const CourseFolder course;
    for (const int columns : {30, 60, 80, 200}) {
        INFO(columns);
        Narrow list(course, {"list"}, columns);
        CHECK(list.exit_code() == 0);
        const std::string text = words_of(list);
        CHECK_THAT(text, ContainsSubstring("3D grid: the seven-point stencil, straight from global "
                                           "memory."));
        CHECK_THAT(text,
                   ContainsSubstring("Check it: ./lab check 1, or on every save: ./lab watch"));
        Narrow refused(course, {"check", "5"}, columns);
        CHECK(refused.exit_code() == 2);
        CHECK_THAT(words_of(refused),
                   ContainsSubstring("lab: There is no lab \"5\". Give a lab's number or folder: "
                                     "01-sample-function, 04-basic-sweep."));
    }
}

TEST_CASE("what reset asks and says is broken between words") {
    const CourseFolder course;
    course.save("04-basic-sweep", "mine");
    Narrow reset(course, {"reset", "4"}, 40);
    CHECK(reset.shows("[y/N]"));
    CHECK_THAT(words_of(reset), ContainsSubstring("to the skeleton? A copy of it is kept. [y/N]"));
    reset.type("y\n");
    CHECK(reset.exit_code() == 0);
    CHECK_THAT(words_of(reset), ContainsSubstring("is the skeleton again; your version is in"));
}
