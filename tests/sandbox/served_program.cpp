// A program like those that submissions become: each run does what the letter in its memory says, and prints how it
// went.
#include "checker/emulator/runtime/server.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

int counter = 0; // of this process

const char* outcome(long result) {
    return result >= 0 ? "done" : std::strerror(errno);
}

void act(char what) {
    char* no_arguments[] = {nullptr};
    switch (what) {
    case 'n': std::printf("%d", ++counter); break;
    case 'f': std::printf("%s", outcome(syscall(SYS_fork))); break;
    case 'F': std::printf("%s", outcome(fork())); break;
    case 'x': std::printf("%s", outcome(execve("/bin/true", no_arguments, no_arguments))); break;
    case 'k': std::printf("%s", outcome(kill(getppid(), SIGKILL))); break;
    case 'g': std::printf("%s", outcome(kill(0, SIGKILL))); break;
    case 'K': std::printf("%s", outcome(kill(getpid(), 0))); break;
    case 'p': {
        rlimit limit{};
        std::printf("%s", outcome(prlimit(getppid(), RLIMIT_AS, nullptr, &limit)));
        break;
    }
    case 's': std::printf("%s", outcome(socket(AF_UNIX, SOCK_STREAM, 0))); break;
    case 'd':
        for (int file = 0; file < 64; ++file) {
            if (struct stat unused; fstat(file, &unused) == 0) {
                std::printf("%d ", file);
            }
        }
        break;
    case 't': std::thread([] { std::printf("in a thread"); }).join(); break;
    case 'm': {
        void* const memory = std::malloc(std::size_t{1} << 30);
        std::printf("%s", memory != nullptr ? "given" : "refused");
        std::free(memory);
        break;
    }
    case 'c': std::abort();
    case 'e': std::_Exit(7);
    case 'l': // until the time is up
        for (;;) {
        }
    case 'T': // for a run that says where it was
        signal(SIGTERM, [](int) {
            [[maybe_unused]] const auto count = write(1, "asked", 5);
            std::_Exit(0);
        });
        for (;;) {
        }
    case 'o':
        for (;;) {
            std::puts("yes yes yes");
        }
    default: break;
    }
}

} // namespace

int main() {
    const int file = kit::runtime::serve_runs();
    const auto* const memory =
        static_cast<const char*>(mmap(nullptr, 1, PROT_READ, MAP_SHARED, file, 0));
    if (memory == MAP_FAILED) {
        return 3;
    }
    act(*memory);
    std::fflush(stdout);
    std::_Exit(0);
}
