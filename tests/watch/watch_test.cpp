// ./lab watch in a terminal: a student edits, saves, presses keys and leaves.
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/commands/course_folder.hpp"
#include "tests/watch/pseudo_terminal.hpp"

#include <signal.h>

#include <algorithm>

using namespace kit;
namespace fs = std::filesystem;

namespace {

const std::string basic = "04-basic-sweep";

class Watching : public PseudoTerminal {
public:
    explicit Watching(const CourseFolder& course, std::vector<std::string> arguments = {"4"},
                      const std::vector<std::string>& settings = {}, int columns = 80,
                      int rows = 24)
        : PseudoTerminal(command(course, std::move(arguments), settings), columns, rows) {}

    /// The terminal is as it was, and the program ended with 0.
    void ended_well() {
        CHECK(exit_code() == 0);
        CHECK_FALSE(screen().alternate());
        CHECK(screen().cursor_shown());
        CHECK(settings().c_lflag == settings_before().c_lflag);
        CHECK(settings().c_iflag == settings_before().c_iflag);
        CHECK(screen().unknown().empty());
    }

private:
    static std::vector<std::string> command(const CourseFolder& course,
                                            std::vector<std::string> arguments,
                                            const std::vector<std::string>& settings) {
        std::vector<std::string> words{"KIT_NVCC=none", "KIT_PROGRESS=", "TERM=xterm",
                                       "NO_COLOR=1"};
        words.insert(words.end(), settings.begin(), settings.end());
        words.insert(words.end(),
                     {kit::checker_program(), "--root", course.path().string(), "watch"});
        words.insert(words.end(), arguments.begin(), arguments.end());
        return words;
    }
};

/// A kernel whose check takes as long as it may.
std::string endless(const CourseFolder& course) {
    std::string text = CourseFolder::text_of(course.path() / "solutions" / basic / "kernel.cu");
    const std::size_t body = text.find('{', text.find("__global__"));
    REQUIRE(body != std::string::npos);
    return text.insert(body + 1, "\n    for (volatile int i = 0; i >= 0;) {}\n");
}

struct ProcessState {
    std::string number;
    std::string name;
    std::string state; ///< "R", "S", "T" stopped, ...
    pid_t parent = 0;
};

/// Parent 0 where there is no such process.
ProcessState state_of(const fs::path& process) {
    ProcessState result;
    std::ifstream stat(process / "stat");
    if (!(stat >> result.number >> result.name >> result.state >> result.parent)) {
        result.parent = 0;
    }
    return result;
}

/// Processes whose parent is this one.
std::vector<std::string> children_of(pid_t process) {
    std::vector<std::string> children;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        const ProcessState state = state_of(entry.path());
        if (state.parent == process) {
            children.push_back(state.number);
        }
    }
    return children;
}

bool is_stopped(pid_t process) {
    return state_of("/proc/" + std::to_string(process)).state == "T";
}

} // namespace

TEST_CASE("edit, save, hint, pass, next lab, quit") {
    const CourseFolder course;
    Watching watch(course, {});
    CHECK(watch.shows("Lab 01-sample-function"));
    CHECK(watch.shows("✗ failed"));
    watch.type("n");
    CHECK(watch.shows("Lab 04-basic-sweep"));
    CHECK(watch.shows("Parts   1 not yet  2 not yet  3 not yet"));
    CHECK(watch.shows("Begin with part 1"));
    CHECK(watch.screen().alternate());
    watch.type("h");
    CHECK(watch.shows("hint 1 of 3"));
    watch.type("h");
    CHECK(watch.shows("hint 2 of 3"));
    watch.type("d");
    CHECK(watch.shows("0 of 10 points"));
    watch.type("d");
    CHECK(watch.shows("Begin with part 1"));
    watch.type("l");
    CHECK(watch.shows("> … 04-basic-sweep"));
    watch.type("l");
    course.solve(basic);
    CHECK(watch.shows("✓ passed: 10 of 10 points"));
    CHECK(watch.shows("Well done! Next: lab 01-sample-function."));
    CHECK(watch.shows("1 of 2 labs, 10 of 15 points"));
    course.save(basic, "int a = ;");
    CHECK(watch.shows("error[build-error]"));
    watch.type("n");
    CHECK(watch.shows("Lab 01-sample-function"));
    watch.type("q");
    watch.ended_well();
    CHECK_THAT(watch.screen().text(), ContainsSubstring("labs, 10 of 15 points. Lab 01"));
    CHECK(course.of(basic).passed());
    CHECK(course.of(basic).finding->kind == "build-error");
    CHECK(course.of(basic).checks >= 3);
}

TEST_CASE("polled, with the file renamed into place, deleted and back") {
    const CourseFolder course;
    Watching watch(course, {"4", "--poll"});
    CHECK(watch.shows("✗ failed"));
    const std::string solution =
        CourseFolder::text_of(course.path() / "solutions" / basic / "kernel.cu");
    course.write("labs/04-basic-sweep/.new", solution);
    fs::rename(course.path() / "labs/04-basic-sweep/.new", course.kernel(basic));
    CHECK(watch.shows("✓ passed"));
    fs::remove(course.kernel(basic));
    CHECK(watch.shows("is missing"));
    course.save(basic, solution);
    CHECK(watch.shows("✓ passed"));
    watch.type("\x03");
    watch.ended_well();
}

TEST_CASE("a save during a check has its own; quitting in the middle leaves no process") {
    const CourseFolder course;
    course.save(basic, endless(course));
    Watching watch(course);
    CHECK(watch.shows("checking"));
    course.solve(basic);
    CHECK(watch.shows("✓ passed"));
    course.save(basic, endless(course));
    CHECK(watch.shows("checking 3³"));
    CHECK(watch.wait([&](const Screen&) { return !children_of(watch.process()).empty(); }));
    const std::vector<std::string> children = children_of(watch.process());
    watch.type("q");
    watch.ended_well();
    for (const std::string& child : children) {
        CHECK_FALSE(fs::exists("/proc/" + child));
    }
}

TEST_CASE("signals: the terminal is given back when it ends, sleeps, and is taken again") {
    const CourseFolder course;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        Watching watch(course);
        CHECK(watch.shows("✗ failed"));
        watch.send(signal);
        watch.ended_well();
    }
    Watching watch(course);
    CHECK(watch.shows("✗ failed"));
    watch.send(SIGTSTP);
    CHECK(watch.wait([](const Screen& screen) { return !screen.alternate(); }));
    CHECK(watch.screen().cursor_shown());
    CHECK(watch.wait([&](const Screen&) { return is_stopped(watch.process()); }));
    watch.send(SIGCONT);
    CHECK(watch.wait([](const Screen& screen) { return screen.alternate(); }));
    CHECK(watch.shows("✗ failed"));
    watch.resize(40, 15);
    CHECK(watch.wait([](const Screen& screen) {
        const std::string text = screen.text();
        return text.find("q quit  n next lab  h hint") != std::string::npos &&
               text.find("l list") == std::string::npos;
    }));
    watch.type("q");
    watch.ended_well();
    Watching crashed(course);
    CHECK(crashed.shows("✗ failed"));
    crashed.send(SIGABRT);
    CHECK(crashed.exit_code() == 128 + SIGABRT);
    CHECK_FALSE(crashed.screen().alternate());
    CHECK(crashed.settings().c_lflag == crashed.settings_before().c_lflag);
}

TEST_CASE("what keeps the kit from checking is a sentence, and it goes on") {
    const CourseFolder course;
    Watching watch(course, {"4"}, {"KIT_CXX=no-such-compiler"});
    CHECK(watch.shows("no-such-compiler"));
    watch.type("l");
    CHECK(watch.shows("01-sample-function"));
    watch.type("q");
    watch.ended_well();
}

TEST_CASE("keys: check again, reset with a question, check all, a filtered list") {
    const CourseFolder course;
    course.solve(basic);
    Watching watch(course, {"4"}, {"FORCE_HYPERLINK=1"}, 160, 24);
    CHECK(watch.shows("✓ passed"));
    CHECK_FALSE(watch.screen().links().empty());
    watch.type("r");
    CHECK(watch.wait([&](const Screen&) { return course.of(basic).checks == 2; }));
    watch.type("a");
    CHECK(watch.shows("All labs are checked: 1 of 2 labs, 10 of 15"));
    CHECK(course.of("01-sample-function").checks == 1);
    watch.type("/sample");
    CHECK(watch.shows("filter: sample_"));
    CHECK(watch.wait(
        [](const Screen& screen) { return screen.text().find(basic) == std::string::npos; }));
    watch.type("\x1b");
    CHECK(watch.shows(basic));
    watch.type("\x1b");
    CHECK(watch.shows("Lab 04-basic-sweep"));
    watch.type("x");
    CHECK(watch.shows("to the skeleton?"));
    watch.type("n");
    CHECK(watch.shows("Nothing was changed."));
    watch.type("xy");
    CHECK(watch.shows("is the skeleton again"));
    CHECK(watch.shows("✗ failed"));
    CHECK(CourseFolder::text_of(course.kernel(basic)) ==
          skeleton_in(course.path() / "solutions" / basic));
    CHECK(fs::exists(course.kernel(basic).string() + ".kept"));
    watch.type("q");
    watch.ended_well();
}

TEST_CASE("t writes a page of the finding beside the student's file, and names it with a link") {
    const CourseFolder course;
    Watching watch(course, {"4"}, {"FORCE_HYPERLINK=1"}, 160, 24);
    const fs::path page = course.kernel(basic).parent_path() / "trace.html";
    const auto is_linked = [](const std::string& link) {
        return link.find("trace.html") != std::string::npos;
    };
    CHECK(watch.shows("✗ failed in"));
    watch.type("t");
    CHECK(watch.shows("trace.html: open it in a browser. It shows wrong-output on 3³"));
    const auto& links = watch.screen().links();
    CHECK(std::ranges::any_of(links, is_linked));
    CHECK_THAT(CourseFolder::text_of(page), ContainsSubstring("</html>"));
    course.save(basic, "int a = ;");
    CHECK(watch.shows("error[build-error]"));
    watch.type("t");
    CHECK(watch.shows("No page is written: build-error"));
    course.save(basic, endless(course));
    CHECK(watch.shows("checking 3³"));
    watch.type("t");
    CHECK(watch.shows("The check is not over"));
    course.solve(basic);
    CHECK(watch.shows("✓ passed"));
    watch.type("tq"); // a recording that is under way keeps nobody waiting
    watch.ended_well();
    CHECK(fs::exists(page));
}

TEST_CASE("t says where no page can be written") {
    const CourseFolder course;
    fs::create_directories(course.kernel(basic).parent_path() / "trace.html" / "taken");
    Watching watch(course, {"4"}, {}, 160, 24);
    CHECK(watch.shows("✗ failed in"));
    watch.type("t");
    CHECK(watch.shows("trace.html"));
    CHECK_FALSE(watch.screen().text().find("open it in a browser") != std::string::npos);
    watch.type("q");
    watch.ended_well();
}

TEST_CASE("NO_COLOR keeps colours away, without it there are some") {
    const CourseFolder course;
    Watching plain(course);
    CHECK(plain.shows("✗ failed"));
    CHECK_FALSE(plain.screen().coloured());
    Watching coloured(course, {"4"}, {"NO_COLOR="});
    CHECK(coloured.shows("✗ failed"));
    CHECK(coloured.screen().coloured());
}

TEST_CASE("without a terminal: exit code 2, and what to use instead") {
    const CourseFolder course;
    const ProcessResult result = course.lab({"watch", "4"});
    CHECK(result.code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, ContainsSubstring("./lab check"));
    Watching dumb(course, {"4"}, {"TERM=dumb"}, 160, 24);
    CHECK(dumb.exit_code() == 2);
    CHECK_THAT(dumb.screen().text(), ContainsSubstring("./lab check"));
    CHECK(course.lab({"watch", "basic-sweeep"}).code == 2);
}
