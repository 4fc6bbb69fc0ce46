// What ./lab watch shows, as lines: from the state and the terminal's size alone.
#pragma once

#include "checker/watch/state.hpp"

#include <string>
#include <vector>

namespace kit::watch {

struct Size {
    int columns = 80;
    int rows = 24;

    friend bool operator==(const Size&, const Size&) = default;
};

/// Exactly `rows` lines, none wider than one column less than the terminal has: behind a full line
/// terminals disagree on where they are. No control characters but those of colours. A size below
/// 20x5 counts as that.
[[nodiscard]] std::vector<std::string> compose(const State& state, Size size, bool colour);

/// Brings `state.scroll` back to what can be shown.
void limit_scroll(State& state, Size size);

/// The bytes that turn whatever the screen shows into these lines: one string, to be written at
/// once, which clears nothing that stays.
[[nodiscard]] std::string screen_bytes(const std::vector<std::string>& lines);

/// Cut to `columns`, with a colour that was open closed.
[[nodiscard]] std::string clip(std::string_view line, int columns);

} // namespace kit::watch
