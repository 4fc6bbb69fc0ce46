// Bytes from the keyboard as keys.
#pragma once

#include "checker/watch/state.hpp"

#include <string>
#include <vector>

namespace kit::watch {

/// Takes whole keys off the front of `bytes`; an escape sequence that has not arrived to its end
/// stays. What is no key of ours is dropped.
[[nodiscard]] std::vector<Key> take_keys(std::string& bytes);

} // namespace kit::watch
