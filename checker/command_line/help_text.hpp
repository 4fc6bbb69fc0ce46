// What a command line is answered with: `--help`, the same for all of the kit's programs, and a refusal, one
// sentence with the word that was probably meant.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>
#include <vector>

namespace kit {

/// "./lab check [OPTIONS] LAB [FILE]". `path` is what is typed before the command's own words, the
/// command's name included.
[[nodiscard]] std::string synopsis(const Command& command, const std::string& path);

/// With a full stop at its end; empty text stays empty.
[[nodiscard]] std::string sentence(const std::string& text);

/// "--backend auto|emulator|gpu", "-h, --help".
[[nodiscard]] std::string shown(const Option& option);

/// The help, followed by the value's words unless it or the value's name contains them, and by
/// the default.
[[nodiscard]] std::string described(const OptionValue& value, const std::string& help);
[[nodiscard]] std::string described(const Option& option);

/// Usage, commands, arguments, options and examples, in lines of at most 80 columns.
[[nodiscard]] std::string help_text(const Command& command, const std::string& path);

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
