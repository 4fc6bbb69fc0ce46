#include "checker/base/errors.hpp"
#include "checker/sandbox/process.hpp"
#include "checker/sandbox/processor_time.hpp"
#include "checker/sandbox/watched_program.hpp"
#include "tests/catch.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

using namespace kit;

namespace {

ProcessResult shell(const std::string& script, ProcessLimits limits = {}) {
    return run_process({{"/bin/sh", "-c", script}, "/tmp", -1, limits});
}

ProcessLimits with_seconds(double seconds) {
    ProcessLimits limits;
    limits.seconds = seconds;
    return limits;
}

} // namespace

TEST_CASE("a child's output, errors and exit code are returned apart") {
    const ProcessResult result = shell("echo out; echo err >&2; exit 7");
    CHECK(result.end == ProcessResult::End::exited);
    CHECK(result.code == 7);
    CHECK(result.output == "out\n");
    CHECK(result.errors == "err\n");
}

TEST_CASE("a child has no standard input and little environment") {
    setenv("KIT_TEST_SECRET", "secret", 1);
    const ProcessResult result = shell("cat; echo \"[$KIT_TEST_SECRET]\"; pwd");
    CHECK(result.output == "[]\n/tmp\n");
}

TEST_CASE("a child gets those variables that its request names, where they are set") {
    setenv("KIT_TEST_WANTED", "wanted", 1);
    setenv("KIT_TEST_SECRET", "secret", 1);
    unsetenv("KIT_TEST_UNSET");
    const ProcessResult result = run_process(
        {{"/bin/sh", "-c", "echo \"[$KIT_TEST_WANTED$KIT_TEST_SECRET${KIT_TEST_UNSET-unset}]\""},
         "/tmp",
         -1,
         {},
         {"KIT_TEST_WANTED", "KIT_TEST_UNSET"}});
    CHECK(result.output == "[wantedunset]\n");
}

TEST_CASE("a child that runs too long is ended, and what it started too") {
    const auto start = std::chrono::steady_clock::now();
    const ProcessResult result =
        shell("sleep 1000 & echo $!; trap '' TERM; while :; do :; done", with_seconds(0.3));
    CHECK(result.end == ProcessResult::End::out_of_time);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
    const pid_t left_behind = std::stoi(result.output);
    // It has gone, or is a zombie that nobody has reaped yet.
    std::ifstream status("/proc/" + std::to_string(left_behind) + "/stat");
    std::string text;
    std::getline(status, text);
    CHECK((text.empty() || text.find(") Z ") != std::string::npos));
}

TEST_CASE("a limit of processor time: who computes has that much, who is kept waiting goes on") {
    CHECK(has_time_left(10, 0.5, 11, 10.4));
    CHECK(has_time_left(10, 9.9, 4000, 3990)); // one of hundreds on a core
    CHECK_FALSE(has_time_left(10, 10, 11, 0));
    CHECK_FALSE(has_time_left(10, 10, 4000, 3990));
    CHECK(has_time_left(10, 0, 99, 0));        // it may have been stopped
    CHECK_FALSE(has_time_left(10, 0, 100, 0)); // it sleeps
    CHECK_FALSE(has_time_left(10, 0.5, 500, 100));
}

TEST_CASE("what a program waits for the processor is told") {
    if (!std::ifstream("/proc/self/schedstat")) {
        return; // this system does not say
    }
    // Two children on one core, both always ready: while one runs the other waits.
    const pid_t child = fork();
    if (child == 0) {
        cpu_set_t first;
        CPU_ZERO(&first);
        CPU_SET(sched_getcpu(), &first);
        sched_setaffinity(0, sizeof first, &first);
        [[maybe_unused]] const pid_t second = fork();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            sched_getcpu();
        }
    }
    while (processor_seconds(child).value_or(1) < 0.2) {
        usleep(10'000);
    }
    CHECK(waited_seconds(child) > 0.05);
    CHECK(waited_seconds(-1) == 0);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

TEST_CASE("on a busy machine the time limit waits for a program that has hardly run") {
    ProcessLimits limits = with_seconds(0.2);
    limits.counts_processor_time = true;
    // Sleeping stands for waiting for the processor: neither uses it.
    CHECK(shell("sleep 0.5; exit 5", limits).code == 5);
    CHECK(shell("(sleep 0.5; exit 5) & wait $!", limits).code == 5);
    // What a child of the program computes counts.
    const ProcessResult busy = shell("(while :; do :; done) & wait", limits);
    CHECK(busy.end == ProcessResult::End::out_of_time);
    CHECK(busy.seconds < 30);
    const ProcessResult asleep = shell("sleep 1000", limits);
    CHECK(asleep.end == ProcessResult::End::out_of_time);
}

TEST_CASE("a program that closes its streams is still waited for") {
    const ProcessResult result = shell("exec >&- 2>&-; sleep 0.2; exit 5");
    CHECK(result.end == ProcessResult::End::exited);
    CHECK(result.code == 5);
}

TEST_CASE("endless output ends a child and is not kept") {
    ProcessLimits limits;
    limits.output_bytes = 1 << 20;
    limits.kept_output_bytes = 1000;
    const ProcessResult result = shell("while :; do echo yes yes yes; done", limits);
    CHECK(result.end == ProcessResult::End::too_much_output);
    CHECK(result.output.size() == 1000);
    CHECK(result.cut);
}

TEST_CASE("a signal that ends a child is told") {
    const ProcessResult result = shell("kill -SEGV $$");
    CHECK(result.end == ProcessResult::End::killed_by_signal);
    CHECK(result.code == SIGSEGV);
}

TEST_CASE("files of a child end at the limit") {
    ProcessLimits limits;
    limits.file_bytes = 4096;
    const std::string path = "/tmp/kit-test-" + std::to_string(getpid());
    const ProcessResult result = shell("head -c 100000 /dev/zero > " + path, limits);
    std::ifstream file(path, std::ios::ate | std::ios::binary);
    CHECK(file.tellg() <= 4096);
    unlink(path.c_str());
    CHECK((result.end == ProcessResult::End::killed_by_signal || result.code != 0));
}

TEST_CASE("a file is handed on as descriptor 3") {
    const int file = memfd_create("kit-test", MFD_CLOEXEC);
    REQUIRE(write(file, "handed on", 9) == 9);
    lseek(file, 0, SEEK_SET);
    const ProcessResult result = run_process({{"/bin/sh", "-c", "cat <&3"}, "/", file, {}});
    close(file);
    CHECK(result.output == "handed on");
}

TEST_CASE("a program that does not exist is the kit's failure") {
    CHECK_THROWS_AS(run_process({{"/no/such/program"}, "/tmp", -1, {}}), KitError);
}

TEST_CASE("programs that run are stopped with all they started, and none starts until allowed") {
    struct Allowed { // whatever fails here, other tests go on

        ~Allowed() { allow_processes(); }
    } const afterwards;

    const std::string file = "/tmp/kit-test-grandchild-" + std::to_string(getpid());
    std::thread stopper([&file] {
        // On a loaded machine the shell may take long to start.
        for (pid_t begun = 0; begun == 0;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            std::ifstream(file) >> begun;
        }
        stop_processes();
    });
    CHECK_THROWS_AS(shell("sleep 50 & echo $! > " + file + "; wait"), ProcessesStopped);
    stopper.join();
    pid_t grandchild = 0;
    std::ifstream(file) >> grandchild;
    unlink(file.c_str());
    REQUIRE(grandchild > 0);
    // Killed at once; gone when its new parent has looked.
    for (int i = 0; i < 500 && kill(grandchild, 0) == 0; ++i) {
        std::string word;
        std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
        if (stat >> word >> word >> word && word == "Z") {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::ifstream command("/proc/" + std::to_string(grandchild) + "/cmdline");
    CHECK(std::string(std::istreambuf_iterator<char>(command), {}).empty());
    CHECK_THROWS_AS(shell("echo out"), ProcessesStopped);
    allow_processes();
    CHECK(shell("echo out").output == "out\n");
}
