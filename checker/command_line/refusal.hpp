// What is said to somebody whose command line was refused: one sentence with the word that was
// probably meant.
#pragma once

#include <string>
#include <vector>

namespace kit {

/// A command line that was refused, as far as it was understood.
struct Misuse {
    enum class Kind { missing, too_much, other };

    /// The program, or one of its commands.
    struct Level {
        std::string name;                  ///< as it is typed: "./lab", "check"
        std::vector<std::string> options;  ///< "backend": long names without their dashes
        std::vector<std::string> commands; ///< that may follow
    };

    std::vector<Level> levels;       ///< the program first; the last is where it went wrong
    std::vector<std::string> unread; ///< words that the last level does not take
    Kind kind = Kind::other;
    std::string message; ///< said where no better is known
};

/// One sentence without a full stop: what is wrong, and what was meant or where help is.
[[nodiscard]] std::string refusal(const Misuse& misuse);

} // namespace kit
