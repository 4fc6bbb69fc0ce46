// Work in a copy of the process: whatever becomes of the copy, the process goes on and knows why.
#include "checker/base/errors.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "tests/catch.hpp"
#include "tests/sandbox/run_forked.hpp"
#include "tests/temporary_folder.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace kit;
using namespace kit::tests;

namespace {

[[noreturn]] std::string compute_without_end() {
    for (;;) {
        asm volatile(""); // a loop without effects need not be one
    }
}

} // namespace

TEST_CASE("what the work returns comes back whole") {
    const std::string text = std::string(3'000'000, 'x') + '\0' + "end";
    const ForkEnd end = run_forked([&] { return text; });
    CHECK(end.text == text);
    CHECK(end.ended_by.empty());
    CHECK_FALSE(end.threw);
    CHECK(run_forked([] { return std::string(); }).ended_by.empty());
}

TEST_CASE("what the work throws comes back as its message") {
    const ForkEnd end = run_forked([]() -> std::string { throw KitError("the disk is full"); });
    CHECK(end.threw);
    CHECK(end.text == "the disk is full");
}

TEST_CASE("a copy that dies, exits, computes or answers without end is told by its end") {
    CHECK(run_forked([]() -> std::string {
              signal(SIGSEGV, SIG_DFL);
              raise(SIGSEGV);
              return "";
          }).ended_by == "signal 11 (Segmentation fault)");
    CHECK(run_forked([]() -> std::string { _exit(3); }).ended_by == "exit status 3");
    CHECK(run_forked(compute_without_end, {.processor_seconds = 1}).ended_by ==
          "its limit of processor time");
    CHECK(run_forked(compute_without_end, {.seconds = 0.2}).ended_by == "the limit of 0.2 s");
    const ForkEnd end = run_forked([] { return std::string(1000, 'x'); }, {.text_bytes = 100});
    CHECK(end.ended_by == "the limit of 100 bytes for its answer");
    CHECK(end.text.empty());
}

TEST_CASE("several copies work at once, and nothing of them changes this process") {
    int changed = 0;
    std::vector<ForkedWork> copies;
    for (int i = 0; i < 8; ++i) {
        copies.emplace_back([&changed, i] {
            changed = i + 1;
            return std::to_string(changed);
        });
    }
    for (int i = 0; i < 8; ++i) {
        std::optional<ForkEnd> end;
        while (!end) {
            end = copies[i].end();
        }
        CHECK(end->text == std::to_string(i + 1));
    }
    CHECK(changed == 0);
}

TEST_CASE("a copy that is not needed any more is ended") {
    const auto start = std::chrono::steady_clock::now();
    { const ForkedWork copy(compute_without_end); }
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("a command goes on in a copy, whose exit status becomes its own") {
    const TemporaryFolder folder;
    if (const auto status = continue_in_copy("the work ended", 3)) {
        CHECK(*status == 1);
    } else {
        _exit(1);
    }
    if (const auto status = continue_in_copy("the work ended (as this test wants)", 3)) {
        CHECK(*status == 3);
    } else {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
}
