// The two ways the kit itself stops: the user asked for something impossible, or the kit can't go
// on.
#pragma once

#include <stdexcept>

namespace kit {

/// Wrong usage: an unknown lab, a missing file, a bad option. One sentence or more that say what,
/// where and what to do. Exit code 2. Caught in main alone.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The kit or the machine failed: no compiler, an unreadable lab.toml, a full disk. Same form. Exit
/// code 3. Caught in main alone.
struct KitError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace kit
