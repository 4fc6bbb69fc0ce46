// Runs the built checker as people do: arguments in, output and exit code out.
#pragma once

#include "checker/base/places.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"

#include <cstdlib>
#include <string>
#include <vector>

namespace kit {

/// The checker as it was built, or the one that KIT_TESTED_CHECKER names.
inline std::string checker_program() {
    const char* const other = std::getenv("KIT_TESTED_CHECKER");
    return other != nullptr ? other : (build_root() / "checker/commands/stencil-lab").string();
}

/// Where the user's caches are: what one test compiles of a kernel, others find there.
inline std::string folder_of_caches() {
    const char* caches = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    return caches != nullptr && *caches == '/' ? caches
           : home != nullptr                   ? home + std::string("/.cache")
                                               : "/tmp/kit-test-cache";
}

/// `stencil-lab` with these arguments, in /tmp; extra settings come as "NAME=value" before them.
/// Progress is left alone, the developer's own included, unless "KIT_PROGRESS=" is among them; parts are not tried, which
/// takes time, unless "KIT_PARTS=" is.
inline ProcessResult run_checker(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment = {}) {
    ProcessRequest request;
    request.command = {"/usr/bin/env", "KIT_NVCC=none", "KIT_PROGRESS=none", "KIT_PARTS=none",
                       "XDG_CACHE_HOME=" + folder_of_caches()};
    request.passed_variables = {"KIT_CXX", "KIT_CACHE_LOG", "KIT_CACHE_MIB"};
    request.command.insert(request.command.end(), environment.begin(), environment.end());
    request.command.push_back(checker_program());
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.directory = "/tmp";
    request.limits.seconds = 600; // a compiler may be busy for minutes where the machine is loaded
    request.limits.memory_bytes = 64ull << 40; // address sanitizers reserve terabytes
    request.limits.file_bytes = 1ull << 30;
    request.limits.kept_output_bytes = 4u << 20; // reports hold what kernels print
    return run_process(request);
}

/// Wrong usage: one clear sentence on standard error, nothing on standard output, exit code 2.
inline void check_refused(const std::vector<std::string>& arguments, const std::string& message) {
    const ProcessResult result = run_checker(arguments);
    INFO(result.output << result.errors);
    CHECK(result.code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, ContainsSubstring(message));
}

} // namespace kit
