// kit-gpu-runner: holds the GPU and the clock, and no line of a student's host code.
//
// Usage: kit-gpu-runner REQUEST.json, with the reply's file open as descriptor 3. The checker starts
// it; its exit code is 0 whenever a reply was written.
#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/gpu/runner/runner.hpp"

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>

namespace {

void say(const std::string& line) {
    static const kit::Descriptor reply(kit::reply_descriptor);
    if (kit::write_to(reply, line + "\n") != 0) {
        throw kit::KitError("the reply cannot be written");
    }
}

} // namespace

int main(int argc, char** argv) {
    constexpr int kit_failed = 3;
    if (argc != 2) {
        std::fputs("kit-gpu-runner is started by the checker\n", stderr);
        return kit_failed;
    }
    try {
        const auto request = kit::request_from(kit::json_from(kit::read_file(argv[1])));
        std::string why;
        const kit::Driver* const driver = kit::system_driver(why);
        if (driver == nullptr) {
            say(kit::json_line(nlohmann::json{{"no_device", why}}));
            return 0;
        }
        kit::run_jobs(*driver, request, say);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return kit_failed;
    }
    // Without the driver's own end, which waits for kernels that never end.
    std::fflush(stdout);
    _exit(0);
}
