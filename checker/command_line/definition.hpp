// What can be typed after a program's name, as plain data: help, completion and the manual are made of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What kind of word an option or an argument takes; completion offers accordingly.
enum class Kind {
    text,   ///< anything
    words,  ///< one of OptionValue::words
    file,   ///< a file's path
    folder, ///< a folder's path
    lab,    ///< a lab's number or folder's name; or LAB=FILE
};

/// "text", "words", "file", "folder", "lab".
[[nodiscard]] const char* name(Kind kind);

/// The word after an option, or one that stands for itself.
struct OptionValue {
    std::string name; ///< as help shows it: "FILE", "auto|emulator|gpu"
    Kind kind = Kind::text;
    std::vector<std::string> words; ///< without blanks; empty unless the kind is words
    bool repeated = false;          ///< takes several
    std::string standard;           ///< the default; may be empty
};

struct Option {
    std::vector<std::string> names;   ///< "--help", "-h": long ones first
    std::optional<OptionValue> value; ///< absent for a flag
    std::string help;                 ///< one paragraph
};

struct PositionalArgument {
    OptionValue value;
    bool required = false;
    std::string help;
};

struct Example {
    std::string caption;            ///< "exercise 1 on another grid"; may be empty
    std::vector<std::string> lines; ///< what to type
};

struct Command {
    std::string name;  ///< "check"; of a program as it is typed: "./lab"
    std::string help;  ///< one paragraph
    std::string notes; ///< what stands below the options, before the example; may be empty
    std::vector<Example> examples;
    std::vector<PositionalArgument> arguments;
    std::vector<Option> options;
    std::vector<Command> commands;
    bool command_required = false; ///< does nothing without one of its commands
};

/// One JSON document for other programs: shells, editors, and the tests of the definitions. A command:
/// `name`, `help`, `notes`, `examples[]` (`caption`, `lines[]`), `arguments[]` (`value`, `required`,
/// `help`), `options[]` (`names[]`, `value` or null, `help`), `commands[]`. A value: `name`, `kind` (text,
/// words, file, folder, lab), `words[]`, `repeated`, `standard`.
[[nodiscard]] std::string json_definition(const Command& program);

} // namespace kit
