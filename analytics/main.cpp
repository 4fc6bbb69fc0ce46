// kit-analytics: the command line of the library, started by ./lab analytics.
#include "analytics/commands/application.hpp"
#include "analytics/errors.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

// The exit codes that the whole kit uses.
constexpr int passed = 0;
constexpr int not_passed = 1;
constexpr int wrong_usage = 2;
constexpr int kit_failed = 3;

int report(const std::string& sentence, int code) {
    fmt::print(stderr, "analytics: {}\n", sentence);
    return code;
}

int run(int argc, char** argv) {
    bool not_all_right = false;
    if (!analytics::application(not_all_right).parse(argc, argv)) {
        return passed;
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw std::runtime_error("The results could not be written to standard output.");
    }
    return not_all_right ? not_passed : passed;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const command_line::Refused& error) {
        return report(error.what(), wrong_usage);
    } catch (const analytics::BadInput& error) {
        return report(error.what(), wrong_usage);
    } catch (const std::exception& error) {
        return report(error.what(), kit_failed);
    }
}
