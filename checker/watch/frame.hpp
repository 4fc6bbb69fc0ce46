// Turns the state of ./lab watch into the lines of the screen.
#pragma once

#include "checker/report/style.hpp"
#include "checker/watch/state.hpp"

#include <string>
#include <vector>

namespace kit {

struct Size {
    int columns = 80;
    int rows = 24;

    friend bool operator==(const Size&, const Size&) = default;
};

/// Exactly `rows` lines, each at least one column narrower than the terminal, because terminals differ
/// on where the cursor is after a full line. Control characters only for colours. Smaller sizes count
/// as 20x5.
[[nodiscard]] std::vector<std::string> compose(const State& state, Size size, bool colour);

/// Limits `state.scroll` to the lines there are, and scrolls to the hint if it is to be revealed.
void limit_scroll(State& state, Size size);

/// The bytes that replace the screen's contents by these lines: one string, to be written at once, that
/// does not clear lines which stay, so that nothing flickers.
[[nodiscard]] std::string screen_bytes(const std::vector<std::string>& lines);

/// The line cut to `columns`, with an open colour closed.
[[nodiscard]] std::string clip(std::string_view line, int columns);

/// The main view: what always stays in sight, and below it what can be scrolled.
struct LabView {
    std::vector<std::string> top;  ///< the lab, its files, the verdict, what to do next
    std::vector<std::string> body; ///< the first finding or congratulations, and the hint
    int hint = -1;                 ///< index in `body` where the hint begins; -1 without one
};

/// For a view of `rows` lines: with few of them, blank lines are left out.
[[nodiscard]] LabView lab_view(const State& state, const TextStyle& style, int rows);

} // namespace kit
