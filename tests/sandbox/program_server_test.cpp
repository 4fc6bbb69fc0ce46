#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/sandbox/program_server.hpp"
#include "tests/catch.hpp"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

using namespace kit;

namespace {

/// Does what served_program.cpp says.
std::filesystem::path served_program() {
    const char* const path = std::getenv("KIT_SERVED_PROGRAM");
    REQUIRE(path != nullptr);
    return path;
}

ProcessResult run(const ProgramServer& server, char what, const ProcessLimits& limits = {}) {
    const Descriptor memory = memory_file("kit-test", std::string(1, what));
    return server.run(memory.number(), limits);
}

ProcessLimits limit_of(double seconds) {
    ProcessLimits limits;
    limits.seconds = seconds;
    return limits;
}

/// This process's children, as the kernel lists them.
std::vector<pid_t> children() {
    std::ifstream file("/proc/self/task/" + std::to_string(gettid()) + "/children");
    return {std::istream_iterator<pid_t>(file), {}};
}

} // namespace

TEST_CASE("each run is a process of its own") {
    const ProgramServer server(served_program());
    CHECK(run(server, 'n').output == "1");
    CHECK(run(server, 'n').output == "1");
    CHECK(run(server, 't').output == "in a thread");
}

TEST_CASE("a run starts no process, becomes no program and reaches no other process") {
    const ProgramServer server(served_program());
    for (const char attempt : {'f', 'F', 'x', 'k', 'g', 'p', 's'}) {
        INFO(attempt);
        const ProcessResult result = run(server, attempt);
        CHECK(result.end == ProcessResult::End::exited);
        CHECK(result.output == "Operation not permitted");
    }
    CHECK(run(server, 'K').output == "done");
    CHECK(run(server, 'n').output == "1"); // the server is alive
}

TEST_CASE("a run has its streams and its memory open, and nothing of another run") {
    const ProgramServer server(served_program());
    auto other =
        std::async(std::launch::async, [&server] { return run(server, 'l', limit_of(0.5)); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(run(server, 'd').output == "0 1 2 3 ");
    CHECK(other.get().end == ProcessResult::End::out_of_time);
}

TEST_CASE("how a run ended is told, and the next one is not concerned") {
    const ProgramServer server(served_program());
    const ProcessResult crashed = run(server, 'c');
    CHECK(crashed.end == ProcessResult::End::killed_by_signal);
    CHECK(crashed.code == SIGABRT);
    const ProcessResult left = run(server, 'e');
    CHECK(left.end == ProcessResult::End::exited);
    CHECK(left.code == 7);
    CHECK(run(server, 'n').output == "1");
}

TEST_CASE("a run's time, output and memory are limited") {
    const ProgramServer server(served_program());
    CHECK(run(server, 'l', limit_of(0.2)).end == ProcessResult::End::out_of_time);
    const ProcessResult asked = run(server, 'T', limit_of(0.2));
    CHECK(asked.end == ProcessResult::End::out_of_time);
    CHECK(asked.output == "asked");
    ProcessLimits little;
    little.output_bytes = 1 << 20;
    little.kept_output_bytes = 1000;
    const ProcessResult endless = run(server, 'o', little);
    CHECK(endless.end == ProcessResult::End::too_much_output);
    CHECK(endless.output.size() == 1000);
    ProcessLimits memory;
    memory.memory_bytes = std::uint64_t{512} << 20;
    CHECK(run(server, 'm', memory).output == "refused");
    memory.memory_bytes = std::uint64_t{4} << 30;
    CHECK(run(server, 'm', memory).output == "given");
}

TEST_CASE("on a busy machine a served run's time limit waits for it") {
    const ProgramServer server(served_program());
    ProcessLimits limits = limit_of(0.2);
    limits.counts_processor_time = true;
    const ProcessResult busy = run(server, 'l', limits);
    CHECK(busy.end == ProcessResult::End::out_of_time);
    CHECK(busy.seconds < 30);
}

TEST_CASE("many runs at once") {
    const ProgramServer server(served_program());
    std::vector<std::future<std::string>> runs;
    for (int i = 0; i < 100; ++i) {
        runs.push_back(
            std::async(std::launch::async, [&server] { return run(server, 'n').output; }));
    }
    for (auto& one : runs) {
        CHECK(one.get() == "1");
    }
}

TEST_CASE("a run whose server was ended from outside has another one") {
    {
        const ProgramServer server(served_program());
        CHECK(run(server, 'n').output == "1");
        for (const pid_t child : children()) {
            kill(child, SIGKILL);
        }
        // What the kernel ends after the outermost process is gone by then.
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        CHECK(run(server, 'n').output == "1");
        CHECK(run(server, 'n').output == "1");
    }
    CHECK(children().empty());
}

TEST_CASE("a server that dies during a run is the kit's failure, and the message says how") {
    const ProgramServer server(served_program());
    const std::vector<pid_t> servers = children();
    std::thread killer([&servers] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        for (const pid_t child : servers) {
            kill(child, SIGKILL);
        }
    });
    CHECK_THROWS_WITH(run(server, 'l', limit_of(50)),
                      "the emulator's process ended by signal 9; is memory short?");
    killer.join();
    CHECK_THROWS_AS(run(ProgramServer("/no/such/program"), 'n'), KitError);
}

TEST_CASE("a run that ends when its time does is no failure of its server") {
    // Its end and the signal that asks it to end cross on their way, in some of these.
    const ProgramServer server(served_program());
    for (int i = 0; i < 300; ++i) {
        INFO(i);
        const ProcessResult result = run(server, 'n', limit_of(0.0001 + 0.00001 * (i % 100)));
        CHECK((result.end == ProcessResult::End::exited ||
               result.end == ProcessResult::End::out_of_time));
    }
}

TEST_CASE("a served run is stopped from outside") {
    const ProgramServer server(served_program());
    std::thread stopper([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop_processes();
    });
    CHECK_THROWS_AS(run(server, 'l', limit_of(50)), ProcessesStopped);
    stopper.join();
    allow_processes();
    CHECK(run(server, 'n').output == "1");
}
