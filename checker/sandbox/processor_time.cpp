#include "checker/sandbox/processor_time.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace kit {

namespace {

namespace fs = std::filesystem;

/// Processor time of the process itself and of those children that it has waited for.
double own_seconds(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The program's name, in parentheses, may hold anything.
    const auto end_of_name = text.rfind(')');
    if (end_of_name == std::string::npos) {
        return 0;
    }
    std::istringstream fields(text.substr(end_of_name + 1));
    constexpr int fields_between = 11; // proc(5): from state to cmajflt
    std::string skipped;
    for (int i = 0; i < fields_between; ++i) {
        fields >> skipped;
    }
    double ticks = 0;
    for (int i = 0; i < 4; ++i) { // utime, stime, cutime, cstime
        double value = 0;
        fields >> value;
        ticks += value;
    }
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// The process's children, by whichever of its threads they were started; nothing where the kernel was built
/// without such lists.
std::optional<std::vector<pid_t>> children_of(pid_t pid) {
    std::vector<pid_t> children;
    std::error_code error;
    for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
        std::ifstream file(thread.path() / "children");
        if (!file) {
            return std::nullopt;
        }
        children.insert(children.end(), std::istream_iterator<pid_t>(file), {});
    }
    return children;
}

} // namespace

std::optional<double> processor_seconds(pid_t pid) {
    double seconds = own_seconds(pid);
    const auto children = children_of(pid);
    if (!children) {
        return std::nullopt;
    }
    for (const pid_t child : *children) {
        const auto more = processor_seconds(child);
        if (!more) {
            return std::nullopt;
        }
        seconds += *more;
    }
    return seconds;
}

double waited_seconds(pid_t pid) {
    double seconds = 0;
    std::error_code error;
    for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
        // Nanoseconds on a processor, then nanoseconds ready to run without one.
        std::ifstream file(thread.path() / "schedstat");
        double ran = 0;
        double waited = 0;
        if (file >> ran >> waited) {
            seconds += waited * 1e-9;
        }
    }
    if (const auto children = children_of(pid)) {
        for (const pid_t child : *children) {
            seconds += waited_seconds(child);
        }
    }
    return seconds;
}

} // namespace kit
