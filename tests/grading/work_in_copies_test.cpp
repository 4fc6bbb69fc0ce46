// Work in copies goes on where the machine has no process to spare, and a killed copy leaves nothing.
#include "checker/base/scratch_folder.hpp"
#include "checker/grading/run/in_copies.hpp"
#include "checker/sandbox/work_in_copies.hpp"
#include "tests/catch.hpp"
#include "tests/sandbox/run_forked.hpp"
#include "tests/temporary_folder.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <vector>

using namespace kit;
using namespace kit::tests;
namespace fs = std::filesystem;

namespace {

/// Does the test in a process of another user, who may have so many processes, this one included. It returns 0
/// where all is well. 77 where there is no such user.
int as_limited_user(rlim_t processes, const std::function<int()>& test) {
    const pid_t pid = fork();
    if (pid == 0) {
        constexpr uid_t user = 64123; // whom nobody else uses
        const rlimit limit{processes, processes};
        if ((geteuid() == 0 && setresuid(user, user, user) != 0) || geteuid() != user ||
            setrlimit(RLIMIT_NPROC, &limit) != 0) {
            _exit(77);
        }
        _exit(test());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Does four pieces of work, and tells the ends of all.
std::vector<ForkEnd> ends_of_four(double patience_seconds, const std::string& answer) {
    std::vector<ForkEnd> ends(4);
    CopiedWork four;
    four.count = ends.size();
    four.at_once = 3;
    four.patience_seconds = patience_seconds;
    four.work = [&](std::size_t number, std::size_t) {
        usleep(50'000);
        return answer + std::to_string(number);
    };
    four.ended = [&](std::size_t number, const ForkEnd& end) { ends[number] = end; };
    work_in_copies(four);
    return ends;
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("every piece of work ends once, with its answer") {
    const std::vector<ForkEnd> ends = ends_of_four(10, "did ");
    for (std::size_t i = 0; i < ends.size(); ++i) {
        CHECK(ends[i].text == "did " + std::to_string(i));
        CHECK(ends[i].ended_by.empty());
    }
}

TEST_CASE("where fewer copies can be made than are wanted, the others wait") {
    const int code = as_limited_user(2, [] { // this process and one copy
        for (const ForkEnd& end : ends_of_four(10, "did ")) {
            if (end.threw || end.text.rfind("did ", 0) != 0) {
                return 1;
            }
        }
        return 0;
    });
    if (code == 77) {
        WARN("not tried: only root can become another user");
        return;
    }
    CHECK(code == 0);
}

TEST_CASE("where no copy can be made, each piece of work gets an error after a while, and nothing "
          "else ends") {
    const int code = as_limited_user(1, [] {
        const auto start = std::chrono::steady_clock::now();
        const std::vector<ForkEnd> ends = ends_of_four(0.5, "did ");
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        for (const ForkEnd& end : ends) {
            if (!end.threw || end.text.find("cannot start another process") == std::string::npos) {
                return 1;
            }
        }
        if (seconds < 0.5 || seconds > 60) {
            return 2; // it waits, once for all
        }
        // What is tried next, such as a quiz, gets its error, too.
        const GradedItem quiz = graded_quiz_in_copy({}, {});
        return quiz.state == GradedItem::State::error ? 0 : 3;
    });
    if (code == 77) {
        WARN("not tried: only root can become another user");
        return;
    }
    CHECK(code == 0);
}

TEST_CASE("scratch folders of a copy go with it, however it ends") {
    const TemporaryFolder folder;
    setenv("TMPDIR", folder.path().c_str(), 1);
    std::vector<std::string> ends;
    CopiedWork work;
    work.count = 3;
    work.work = [](std::size_t number, std::size_t) -> std::string {
        const ScratchFolder first;
        const ScratchFolder second;
        std::ofstream(second.path() / "file") << "text";
        if (number == 1) {
            raise(SIGKILL);
        }
        if (number == 2) {
            for (;;) {
                pause();
            }
        }
        return fs::exists(second.path() / "file") ? second.path().parent_path().string() : "";
    };
    work.limits = [](std::size_t) {
        ForkLimits limits;
        limits.seconds = 0.3;
        return limits;
    };
    work.ended = [&](std::size_t, const ForkEnd& end) { ends.push_back(end.text + end.ended_by); };
    work_in_copies(work);
    REQUIRE(ends.size() == 3);
    CHECK_THAT(ends[0], ContainsSubstring(folder.path().string() + "/kit-copy-"));
    CHECK_THAT(ends[1], ContainsSubstring("signal 9"));
    CHECK_THAT(ends[2], ContainsSubstring("limit of 0.3 s"));
    CHECK(entries(folder.path()) == 0);
    {
        const ScratchFolder own; // of this process, which is no copy
        CHECK(own.path().parent_path() == folder.path());
    }
    unsetenv("TMPDIR");
}

TEST_CASE("only the process that made a copy's scratch removes it") {
    const TemporaryFolder folder;
    setenv("TMPDIR", folder.path().c_str(), 1);
    fs::path place;
    {
        const ScratchOfCopy scratch;
        place = scratch.path();
        CHECK_FALSE(fs::exists(place)); // not before it is needed
        const ForkEnd end = run_forked([&]() -> std::string {
            scratch.use_here();
            ScratchFolder kept;
            kept.keep();
            scratch.~ScratchOfCopy(); // as where a copy returns from main()
            return fs::exists(kept.path().empty() ? place : kept.path()) ? "kept" : "";
        });
        CHECK(end.text == "kept");
        CHECK(entries(place) == 1);
    }
    CHECK_FALSE(fs::exists(place));
    unsetenv("TMPDIR");
}
