// The progress file keeps every update, whoever else writes, whatever it held, and whenever a writer
// is ended.
#include "checker/course/progress_file.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace kit;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void count_check(const fs::path& root, const std::string& lab) {
    std::string notice;
    ProgressFile(root).update([&](CourseProgress& course) { ++course[lab].checks; }, notice);
}

CourseProgress read(const fs::path& root, std::string& notice) {
    return ProgressFile(root).read(notice);
}

int checks(const fs::path& root, const std::string& lab) {
    std::string notice;
    const int count = progress_of(read(root, notice), lab).checks;
    CHECK(notice.empty());
    return count;
}

/// A child process that does `work` and ends.
template <class Work>
pid_t start(const Work& work) {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        work();
        _exit(0);
    }
    return pid;
}

int wait_for(pid_t pid) {
    int status = 0;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    return status;
}

} // namespace

TEST_CASE("nothing is there at first, and reading leaves nothing behind") {
    const TemporaryFolder folder;
    std::string notice;
    CHECK(read(folder.path(), notice).empty());
    CHECK(notice.empty());
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("processes that write at the same time lose no update") {
    const TemporaryFolder folder;
    constexpr int updates = 60;
    std::vector<pid_t> writers;
    for (const char* lab : {"01-a", "02-b", "01-a", "03-c"}) {
        writers.push_back(start([&] {
            for (int i = 0; i < updates; ++i) {
                count_check(folder.path(), lab);
            }
        }));
    }
    for (const pid_t writer : writers) {
        CHECK(wait_for(writer) == 0);
    }
    CHECK(checks(folder.path(), "01-a") == 2 * updates);
    CHECK(checks(folder.path(), "02-b") == updates);
    CHECK(checks(folder.path(), "03-c") == updates);
}

TEST_CASE("a writer that is killed in the middle leaves a whole file") {
    const TemporaryFolder folder;
    int least = 0;
    for (int round = 0; round < 25; ++round) {
        const pid_t writer = start([&] {
            for (;;) {
                count_check(folder.path(), "01-a");
            }
        });
        usleep(static_cast<useconds_t>(2000 + 1371 * round % 7000));
        kill(writer, SIGKILL);
        wait_for(writer);
        const int now = checks(folder.path(), "01-a");
        CHECK(now >= least);
        least = now;
    }
    count_check(folder.path(), "01-a");
    CHECK(checks(folder.path(), "01-a") == least + 1);
    CHECK_FALSE(fs::exists(folder.path() / ".lab-progress.damaged.json"));
}

TEST_CASE("damaged files are moved aside, one after the other, and progress starts again") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / ".lab-progress.json";
    int number = 1;
    for (const std::string& damage :
         {std::string(R"({"labs": {"01-a": {"checks": )"),
          std::string("\x7f"
                      "ELF\0\x01\xff",
                      7),
          std::string(R"({"labs": {"01-a": {"checks": "seven"}}})"), std::string(5u << 20, '[')}) {
        std::ofstream(file, std::ios::binary) << damage;
        std::string notice;
        CHECK(read(folder.path(), notice).empty());
        const std::string aside = number == 1
                                      ? ".lab-progress.damaged.json"
                                      : ".lab-progress.damaged." + std::to_string(number) + ".json";
        CHECK_THAT(notice, ContainsSubstring(aside));
        CHECK(text_of(folder.path() / aside) == damage);
        CHECK_FALSE(fs::exists(file));
        count_check(folder.path(), "01-a");
        CHECK(checks(folder.path(), "01-a") == 1);
        ++number;
    }
}

TEST_CASE("an update of a damaged file says so and is kept; an empty file is no damage") {
    const TemporaryFolder folder;
    std::string notice;
    folder.write(".lab-progress.json", "nonsense");
    ProgressFile(folder.path())
        .update([](CourseProgress& course) { ++course["01-a"].checks; }, notice);
    CHECK_THAT(notice, ContainsSubstring("starts again"));
    CHECK(checks(folder.path(), "01-a") == 1);
    folder.write(".lab-progress.json", "");
    CHECK(read(folder.path(), notice).empty());
    CHECK(notice.empty());
}

TEST_CASE("where nothing can be written one sentence says so") {
    const TemporaryFolder folder;
    // A file stands where the folder should be: not even root can write below it.
    const fs::path root = folder.write("root", "");
    std::string notice;
    const CourseProgress course =
        ProgressFile(root).update([](CourseProgress& known) { ++known["01-a"].checks; }, notice);
    CHECK(progress_of(course, "01-a").checks == 1);
    CHECK_FALSE(notice.empty());
    CHECK(notice.find('\n') == std::string::npos);
    // A folder in the file's place.
    fs::create_directory(folder.path() / ".lab-progress.json");
    ProgressFile(folder.path()).update([](CourseProgress&) {}, notice);
    CHECK_FALSE(notice.empty());
}

TEST_CASE("labs that an older kit noted as passed in its TOML file have passed") {
    const TemporaryFolder folder;
    const fs::path older =
        folder.write(".lab-progress.toml",
                     "[labs.01-a]\npassed = \"2026-11-21T15:26:36Z\"\npoints = 5\nchecks = 3\n"
                     "[labs.02-b]\nchecks = 1\n");
    std::string notice;
    CHECK(progress_of(read(folder.path(), notice), "01-a").points == 5);
    count_check(folder.path(), "02-b");
    CHECK(progress_of(read(folder.path(), notice), "01-a").passed());
    CHECK_FALSE(progress_of(read(folder.path(), notice), "02-b").passed());
    CHECK(checks(folder.path(), "02-b") == 2);
    CHECK_FALSE(fs::exists(older)); // deleting the new file starts the course over
}

TEST_CASE("KIT_PROGRESS=none keeps the file out of it") {
    const TemporaryFolder folder;
    setenv("KIT_PROGRESS", "none", 1);
    count_check(folder.path(), "01-a");
    std::string notice;
    CHECK(read(folder.path(), notice).empty());
    unsetenv("KIT_PROGRESS");
    CHECK(fs::is_empty(folder.path()));
}
