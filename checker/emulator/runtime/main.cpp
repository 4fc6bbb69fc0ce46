// The program that a submission becomes: maps the mailbox, launches the kernel, ends.
#include "checker/emulator/runtime/launch.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

int main() {
    using namespace kit::wire;
    void* memory =
        mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, file_descriptor, 0);
    if (memory == MAP_FAILED) {
        std::fputs("this program is started by the checker\n", stderr);
        return 3;
    }
    auto& mailbox = *static_cast<Mailbox*>(memory);
    if (mailbox.request.magic != magic) {
        std::fputs("this program was built by another version of the checker\n", stderr);
        return 3;
    }
    // A kernel that dies leaves what it printed until then.
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    kit::runtime::launch(mailbox.request, mailbox.reply);
    std::fflush(stdout);
    // Whatever the submission left to run at exit does not run.
    std::_Exit(0);
}
