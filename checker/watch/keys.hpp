// Which keys were typed, from the bytes that a terminal sends.
#pragma once

#include "checker/watch/state.hpp"

#include <optional>
#include <string>

namespace kit {

/// Removes the first key from the front of `bytes`, with all unknown ones before it. Nothing if none is
/// complete; an incomplete escape sequence stays. With `as_text`, printable ASCII is a Letter, not a key.
[[nodiscard]] std::optional<Event> take_key(std::string& bytes, bool as_text);

/// Whether `bytes` are the Escape key, if nothing follows at once: its byte also begins the sequence of
/// every arrow key.
[[nodiscard]] bool may_be_escape(const std::string& bytes);

} // namespace kit
