#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"

#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace kit;
namespace fs = std::filesystem;

namespace {

/// Removed with the object.
struct WorkFolder {
    fs::path path;

    WorkFolder() {
        std::string name = (fs::temp_directory_path() / "kit-confined-XXXXXX").string();
        path = mkdtemp(name.data());
    }

    ~WorkFolder() { fs::remove_all(path); }
};

ProcessResult confined_shell(const WorkFolder& work, const std::string& script,
                             Confinement::Role role, ProcessLimits limits = {}, int file = -1) {
    ProcessRequest request{{"/bin/sh", "-c", script}, work.path, file, limits};
    request.confinement = Confinement{role, {}};
    request.confinement_must_hold = true;
    return run_process(request);
}

constexpr auto compiler = Confinement::Role::compiler;
constexpr auto kernel = Confinement::Role::kernel;

} // namespace

// Where the machine cannot confine, the rest of this file has nothing to try.
#define NEEDS_CONFINEMENT()                                                                        \
    if (!no_confinement().empty()) {                                                               \
        WARN("not tried: " << no_confinement());                                                   \
        return;                                                                                    \
    }

TEST_CASE("a confined program sees the system and its work folder, and nothing else") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    std::ofstream(work.path / "kernel.cu") << "text";
    const ProcessResult result = confined_shell(
        work, "cd /; echo *; cd /submission; cat kernel.cu; echo; cd /etc; echo *", compiler);
    CHECK(result.output.find("home") == std::string::npos);
    CHECK(result.output.find("root") == std::string::npos);
    CHECK(result.output.find("tmp") == std::string::npos);
    CHECK(result.output.find("\ntext\n") != std::string::npos);
    CHECK(result.output.find("passwd") == std::string::npos);
    CHECK(result.errors == "");
}

TEST_CASE("a confined compiler writes in its work folder alone") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const ProcessResult result = confined_shell(
        work,
        "echo a > a; for f in /a /usr/a /etc/a; do echo a > $f; done 2>/dev/null; :", compiler);
    CHECK(result.code == 0);
    CHECK(fs::exists(work.path / "a"));
    CHECK(!fs::exists("/usr/a"));
}

TEST_CASE("a confined kernel writes nowhere") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    CHECK(confined_shell(work, "echo a > a", kernel).code != 0);
    CHECK(!fs::exists(work.path / "a"));
}

TEST_CASE("a confined program has no environment of ours, and is nobody") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    setenv("KIT_TEST_SECRET", "secret", 1);
    const ProcessResult result =
        confined_shell(work, "echo \"[$HOME$KIT_TEST_SECRET]\"; id -u", compiler);
    CHECK(result.output == "[]\n65534\n");
}

TEST_CASE("a confined program sees no other process and reaches none") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const ProcessResult result = confined_shell(
        work,
        "[ ! -e /proc/self ] || echo 1000; "
        "for p in $(seq 1000); do kill -0 $p && echo x; done 2>/dev/null | grep -c x; "
        "kill -9 " +
            std::to_string(getpid()) + " 2>/dev/null || echo none",
        compiler);
    // bubblewrap's own, the shell's, its subshell's and grep's.
    CHECK(std::stoi(result.output) >= 2);
    CHECK(std::stoi(result.output) <= 5);
    CHECK(result.output.find("none") != std::string::npos);
}

TEST_CASE("a confined program has no network") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(listen(listener, 1) == 0);
    REQUIRE(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    const std::string script = "exec bash -c 'exec 2>/dev/null 3<>/dev/tcp/127.0.0.1/" +
                               std::to_string(ntohs(address.sin_port)) + " && echo reached'";
    CHECK(run_process({{"/bin/sh", "-c", script}, "/tmp", -1, {}}).output == "reached\n");
    CHECK(confined_shell(work, script, compiler).output == "");
    close(listener);
}

TEST_CASE("what a confined program leaves behind is gone") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const std::string script =
        "(setsid sh -c 'sleep 1; echo late > late' >/dev/null 2>&1 &) ; echo started";
    CHECK(confined_shell(work, script, compiler).output == "started\n");
    usleep(1'500'000);
    CHECK(!fs::exists(work.path / "late"));
}

TEST_CASE("a confined program's signal and exit status are told apart") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const ProcessResult died = confined_shell(work, "kill -SEGV $$", kernel);
    CHECK(died.end == ProcessResult::End::killed_by_signal);
    CHECK(died.code == SIGSEGV);
    const ProcessResult left = confined_shell(work, "exit 7", kernel);
    CHECK(left.end == ProcessResult::End::exited);
    CHECK(left.code == 7);
}

TEST_CASE("a confined program may say where it was when its time is up") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    ProcessLimits limits;
    limits.seconds = 0.3;
    const ProcessResult result =
        confined_shell(work, "trap 'echo here; exit 1' TERM; while :; do :; done", kernel, limits);
    CHECK(result.end == ProcessResult::End::out_of_time);
}

TEST_CASE("a confined program has the file it inherits, and not the filter") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    const int file = memfd_create("kit-test", MFD_CLOEXEC);
    REQUIRE(write(file, "given", 5) == 5);
    lseek(file, 0, SEEK_SET);
    const ProcessResult result =
        confined_shell(work,
                       "cat <&3; echo; exec bash -c 'exec 2>/dev/null; "
                       "for i in {0..63}; do (exec >&$i) && echo -n \"$i \"; done'",
                       compiler, {}, file);
    close(file);
    CHECK(result.output.substr(0, 6) == "given\n");
    INFO(result.output);
    // The three streams and the file.
    CHECK(result.output.substr(6) == "0 1 2 3 ");
}

TEST_CASE("files of a confined program are limited") {
    NEEDS_CONFINEMENT();
    const WorkFolder work;
    ProcessLimits limits;
    limits.file_bytes = 1 << 20;
    confined_shell(work, "head -c 3000000 /dev/zero > big; :", compiler, limits);
    CHECK(fs::file_size(work.path / "big") == 1 << 20);
}
