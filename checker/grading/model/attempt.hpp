// One of the files that a student handed in for a lab over time, as it was graded then.
#pragma once

#include "checker/model/verdict.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace kit {

struct Attempt {
    std::chrono::sys_seconds
        graded; ///< when it was graded first with this outcome and these points
    std::optional<std::chrono::sys_seconds> submitted;
    std::string sha256; ///< of the file, 64 hexadecimal digits
    Outcome outcome = Outcome::failed;
    double points = 0;
    double max_points = 0;
    std::string finding; ///< the first error's kind; empty without one
};

} // namespace kit
