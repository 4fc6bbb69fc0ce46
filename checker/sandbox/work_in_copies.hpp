// Does many pieces of work, each in a copy of this process, also while the machine has no process to spare.
#pragma once

#include "checker/sandbox/forked_work.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace kit {

struct CopiedWork {
    std::size_t count = 1;
    std::size_t at_once = 1;
    /// Done in a copy: piece of work, and its place among those that run at once. Its scratch folders
    /// (ScratchFolder) go with the copy, also where that is killed.
    std::function<std::string(std::size_t, std::size_t)> work;
    std::function<ForkLimits(std::size_t)> limits = [](std::size_t) { return ForkLimits{}; };
    /// Called here with each piece of work once it has ended. One that could not be begun threw.
    std::function<void(std::size_t, const ForkEnd&)> ended;
    /// Called here ten times a second while none ends.
    std::function<void()> waiting = [] {};
    /// Where no copy can be made and none runs whose end would help: so long until a piece of work is given up. The
    /// next ones are then tried once each, until a copy can be made again.
    double patience_seconds = 10;
};

/// Returns after the end of all. What `ended` throws comes out, after the end of all copies.
void work_in_copies(const CopiedWork& all);

/// One piece of work, with the same patience.
[[nodiscard]] ForkEnd work_in_copy(const std::function<std::string()>& work);

} // namespace kit
