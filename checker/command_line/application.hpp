// The program's command line under construction: commands, options and the variables that they fill.
//
// Each call keeps what it was given as data (definition.hpp), of which help, completion and the manual are made,
// and hands it to CLI11, which reads the words. No header includes CLI11: it takes a compiler several seconds.
#pragma once

#include "checker/command_line/definition.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace kit {

struct CommandNode;
struct OptionNode;

/// An option, or an argument, that was added to a command: refers to it, and lives as long.
class OptionBuilder {
public:
    explicit OptionBuilder(OptionNode& option) : option_(&option) {}

    OptionBuilder& required();
    OptionBuilder& excludes(const OptionBuilder& other);

    /// Takes only these words.
    OptionBuilder& one_of(const std::vector<std::string>& words);

    /// Names words for help and completion, but takes others as well: for options whose values are
    /// checked elsewhere. A function is called when help or a definition is made, not before every
    /// command.
    OptionBuilder& offers(std::function<std::vector<std::string>()> words);
    OptionBuilder& offers(const std::vector<std::string>& words);

    /// Takes only whole numbers from `least` to `most`.
    OptionBuilder& in_range(int least, int most);

    /// Takes only folders that there are.
    OptionBuilder& existing_folder();

    /// Help shows the variable's current value as the default.
    OptionBuilder& shows_default();

    /// For a list: one word may hold several values, separated by this character.
    OptionBuilder& separated_by(char separator);

    /// A list takes one value behind the option's name, which may come again.
    OptionBuilder& one_each();

    /// A list refuses a second value.
    OptionBuilder& at_most_one();

    /// A list takes so many values, no fewer and no more.
    OptionBuilder& exactly(int values);

    /// Whether it was typed; known in a command's action.
    [[nodiscard]] bool is_given() const;

private:
    OptionNode* option_;
};

/// A program, or one of its commands, of however many levels: refers to it, and lives as long as the
/// program's Application.
class CommandBuilder {
public:
    /// A command below this one, which then does nothing without one of its commands.
    CommandBuilder add_command(const std::string& name, const std::string& help);

    /// An option, with names like "-s,--solution", behind which stands what its value is called, as in "--grid SIZES";
    /// or an argument, with one like "LAB". FILE, DIR and LAB are completed as such. Without a name, help shows the
    /// words that may follow. The variable must outlive the parsing. It is a string, a path, a number (int, unsigned,
    /// std::uint64_t), an optional string or number (int, std::int64_t, std::uint64_t), or a list of
    /// strings or int, which takes several values; any other is not found by the linker.
    template <class T>
    OptionBuilder add_option(const std::string& names, T& variable, const std::string& help);

    OptionBuilder add_flag(const std::string& names, bool& variable, const std::string& help);

    /// `--version`, which prints this text.
    void add_version_flag(const std::string& version, const std::string& help);

    /// What stands below the options. An example begins with "Example:"; its command follows on the
    /// same line, or on further ones, indented by two blanks, below a caption.
    void footer(const std::string& text);

    /// What the command does, while the command line is parsed.
    void action(std::function<void()> run);

    /// Not in help, completion and manual.
    void hide();

    /// All that can be typed after its name; without what is hidden.
    [[nodiscard]] Command definition() const;

protected:
    explicit CommandBuilder(CommandNode& node) : node_(&node) {}

    [[nodiscard]] CommandNode& node() const { return *node_; }

private:
    CommandNode* node_;
};

/// A command line that cannot be understood; what() says so, as refusal() does.
class Refused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A program's whole command line. It has `--help`, and so has every command: help_text() answers.
class Application : public CommandBuilder {
public:
    /// `name` is what is typed: "./lab".
    Application(const std::string& name, const std::string& help);
    Application(Application&&) noexcept;
    ~Application();

    /// Reads the words after the program's name and runs the action of the command that they name.
    /// False where there was none to run, because help or version was asked for and printed. Throws
    /// Refused, and what the action throws.
    [[nodiscard]] bool parse(std::vector<std::string> words);
    [[nodiscard]] bool parse(int argc, const char* const* argv);

private:
    explicit Application(std::unique_ptr<CommandNode> owned);

    std::unique_ptr<CommandNode> owned_;
};

} // namespace kit
