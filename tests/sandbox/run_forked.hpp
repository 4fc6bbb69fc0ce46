// Work in a copy of the process, and its end.
#pragma once

#include "checker/sandbox/forked_work.hpp"

#include <poll.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace kit::tests {

/// Does the work in a copy of this process and waits for its end.
inline ForkEnd run_forked(const std::function<std::string()>& work, const ForkLimits& limits = {}) {
    ForkedWork copy(work, limits);
    for (;;) {
        if (std::optional<ForkEnd> end = copy.end()) {
            return std::move(*end);
        }
        pollfd waiting{copy.descriptor(), POLLIN, 0};
        poll(&waiting, 1, 100);
    }
}

} // namespace kit::tests
