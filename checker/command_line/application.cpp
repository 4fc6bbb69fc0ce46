#include "checker/command_line/application.hpp"

#include "checker/base/layout.hpp"
#include "checker/command_line/help_text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

namespace kit {

struct OptionNode {
    CLI::Option* parsed = nullptr;
    bool is_argument = false;
    bool is_flag = false;
    bool takes_number = false;
    bool takes_folder = false;
    bool is_list = false;
    std::string type_name;
    std::string help;
    std::function<std::vector<std::string>()> words;
};

/// Nodes stay where they are, because builders and CLI11 refer to them.
struct CommandNode {
    CLI::App* parsed = nullptr;
    std::unique_ptr<CLI::App> owned; ///< of the program itself
    std::string footer;
    std::string version_help; ///< empty: it has no --version
    bool hidden = false;
    std::deque<OptionNode> options;
    std::deque<CommandNode> commands;
};

namespace {

constexpr const char* help_of_help = "Print this help and exit";

/// Line breaks in a description are the source's, not the reader's.
std::string one_paragraph(const std::string& text) {
    std::istringstream words(text);
    std::string paragraph;
    for (std::string word; words >> word;) {
        paragraph += (paragraph.empty() ? "" : " ") + word;
    }
    return paragraph;
}

Kind kind_of(const OptionValue& value) {
    if (!value.words.empty()) {
        return Kind::words;
    }
    return value.name == "FILE"                            ? Kind::file
           : value.name == "DIR" || value.name == "FOLDER" ? Kind::folder
           : value.name == "LAB"                           ? Kind::lab
                                                           : Kind::text;
}

OptionValue value_of(const OptionNode& option) {
    OptionValue value;
    if (option.words) {
        value.words = option.words();
    }
    value.name = option.is_argument          ? option.parsed->get_name(true)
                 : !option.type_name.empty() ? option.type_name
                 : !value.words.empty()      ? CLI::detail::join(value.words, "|")
                 : option.takes_folder       ? "DIR"
                 : option.takes_number       ? "N"
                                             : "TEXT";
    value.kind = kind_of(value);
    value.standard = option.parsed->get_default_str();
    value.repeated = option.is_list;
    return value;
}

Option option_of(const OptionNode& option) {
    Option defined;
    for (const std::string& name : option.parsed->get_lnames()) {
        defined.names.push_back("--" + name);
    }
    for (const std::string& name : option.parsed->get_snames()) {
        defined.names.push_back("-" + name);
    }
    if (!option.is_flag) {
        defined.value = value_of(option);
    }
    defined.help = one_paragraph(option.help);
    return defined;
}

/// The footer's lines sorted into examples and notes.
void add_footer(const std::string& footer, Command& command) {
    const std::string heading = "Example:";
    std::string notes;
    bool in_example = false;
    std::istringstream lines(footer);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(heading)) {
            in_example = true;
            const std::string rest = one_paragraph(line.substr(heading.size()));
            command.examples.push_back(rest.starts_with("./") ? Example{"", {rest}}
                                                              : Example{rest, {}});
        } else if (in_example && line.starts_with("  ")) {
            command.examples.back().lines.push_back(line.substr(2));
        } else {
            in_example = false;
            notes += line + "\n";
        }
    }
    command.notes = one_paragraph(notes);
}

/// Help and version come last: they are looked for least.
Command definition_of(const CommandNode& node) {
    Command command;
    command.name = node.parsed->get_name();
    command.help = one_paragraph(node.parsed->get_description());
    command.command_required = !node.commands.empty();
    add_footer(node.footer, command);
    for (const OptionNode& option : node.options) {
        if (option.is_argument) {
            command.arguments.push_back(
                {value_of(option), option.parsed->get_required(), one_paragraph(option.help)});
        } else {
            command.options.push_back(option_of(option));
        }
    }
    if (!node.version_help.empty()) {
        command.options.push_back({{"--version"}, {}, node.version_help});
    }
    command.options.push_back({{"--help", "-h"}, {}, help_of_help});
    for (const CommandNode& each : node.commands) {
        if (!each.hidden) {
            command.commands.push_back(definition_of(each));
        }
    }
    return command;
}

std::string full_path(const CLI::App& app) {
    const CLI::App* const parent = app.get_parent();
    return (parent == nullptr ? "" : full_path(*parent) + " ") + app.get_name();
}

/// Has `--help` print the node's definition.
void show_help_of(const CommandNode& node) {
    node.parsed->formatter_fn([&node](const CLI::App*, const std::string&, CLI::AppFormatMode) {
        return help_text(definition_of(node), full_path(*node.parsed));
    });
}

std::unique_ptr<CommandNode> program_node(const std::string& name, const std::string& help) {
    auto node = std::make_unique<CommandNode>();
    node->owned = std::make_unique<CLI::App>(help, name);
    node->parsed = node->owned.get();
    node->parsed->set_help_flag("-h,--help", help_of_help);
    show_help_of(*node);
    return node;
}

Misuse::Level level_of(const CLI::App& app) {
    Misuse::Level level;
    level.name = app.get_name();
    for (const CLI::Option* option : app.get_options()) {
        const std::vector<std::string>& names = option->get_lnames();
        level.options.insert(level.options.end(), names.begin(), names.end());
    }
    for (const CLI::App* each : app.get_subcommands({})) {
        if (!each->get_group().empty()) {
            level.commands.push_back(each->get_name());
        }
    }
    return level;
}

Misuse misuse_of(const CLI::App& app, const CLI::ParseError& error) {
    Misuse misuse;
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
        misuse.kind = Misuse::Kind::missing;
    } else if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        misuse.kind = Misuse::Kind::too_much;
    }
    misuse.message = error.what();
    // To the outermost command that left a word unread; where none did, the innermost that was read.
    const CLI::App* command = &app;
    misuse.levels.push_back(level_of(*command));
    while (command->remaining().empty() && !command->get_subcommands().empty()) {
        command = command->get_subcommands().back();
        misuse.levels.push_back(level_of(*command));
    }
    misuse.unread = command->remaining();
    return misuse;
}

} // namespace

OptionBuilder& OptionBuilder::required() {
    option_->parsed->required();
    return *this;
}

OptionBuilder& OptionBuilder::excludes(const OptionBuilder& other) {
    option_->parsed->excludes(other.option_->parsed);
    return *this;
}

OptionBuilder& OptionBuilder::one_of(const std::vector<std::string>& words) {
    option_->parsed->check([words, name = std::string(option_->parsed->get_name())](
                               const std::string& typed) -> std::string {
        if (std::ranges::find(words, typed) == words.end()) {
            throw Refused(
                fmt::format("{} takes {}, not '{}'.", name, join(words, ", ", " or "), typed));
        }
        return "";
    });
    return offers(words);
}

OptionBuilder& OptionBuilder::offers(std::function<std::vector<std::string>()> words) {
    option_->words = std::move(words);
    return *this;
}

OptionBuilder& OptionBuilder::offers(const std::vector<std::string>& words) {
    return offers([words] { return words; });
}

OptionBuilder& OptionBuilder::in_range(int least, int most) {
    option_->parsed->check(CLI::Range(least, most));
    return *this;
}

OptionBuilder& OptionBuilder::existing_folder() {
    option_->takes_folder = true;
    option_->parsed->check(CLI::ExistingDirectory);
    return *this;
}

OptionBuilder& OptionBuilder::shows_default() {
    option_->parsed->capture_default_str();
    return *this;
}

OptionBuilder& OptionBuilder::separated_by(char separator) {
    option_->parsed->delimiter(separator);
    return *this;
}

OptionBuilder& OptionBuilder::one_each() {
    option_->is_list = false;
    option_->parsed->allow_extra_args(false);
    return *this;
}

OptionBuilder& OptionBuilder::at_most_one() {
    option_->is_list = false;
    option_->parsed->expected(1);
    return *this;
}

OptionBuilder& OptionBuilder::exactly(int values) {
    option_->is_list = false;
    option_->parsed->expected(values);
    return *this;
}

bool OptionBuilder::is_given() const {
    return option_->parsed->count() > 0;
}

CommandBuilder CommandBuilder::add_command(const std::string& name, const std::string& help) {
    node_->parsed->require_subcommand(1);
    CommandNode& node = node_->commands.emplace_back();
    node.parsed = node_->parsed->add_subcommand(name, help);
    show_help_of(node);
    return CommandBuilder(node);
}

namespace {

template <class T>
struct ValueTraits {
    using Value = T;
    static constexpr bool is_number = std::integral<T>;
    static constexpr bool is_list = false;
};

template <class T>
struct ValueTraits<std::optional<T>> : ValueTraits<T> {};

template <class T>
struct ValueTraits<std::vector<T>> : ValueTraits<T> {
    static constexpr bool is_list = true;
};

/// What is wrong with a number that does not fit; CLI11 would take the nearest one that does.
template <class Number>
std::string out_of_range(const std::string& typed) {
    Number number{};
    const char* const end = typed.data() + typed.size();
    const bool past =
        std::from_chars(typed.data(), end, number).ec == std::errc::result_out_of_range;
    return past
               ? fmt::format("{} is out of range; numbers go from {} to {}", typed,
                             std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max())
               : "";
}

} // namespace

template <class T>
OptionBuilder CommandBuilder::add_option(const std::string& names, T& variable,
                                         const std::string& help) {
    OptionNode& option = node_->options.emplace_back();
    const std::size_t blank = std::min(names.find(' '), names.size());
    option.parsed = node_->parsed->add_option(names.substr(0, blank), variable, help);
    if (blank < names.size()) {
        option.type_name = names.substr(blank + 1);
        option.parsed->type_name(option.type_name);
    }
    option.is_argument = option.parsed->get_positional();
    option.takes_number = ValueTraits<T>::is_number;
    if constexpr (ValueTraits<T>::is_number) {
        option.parsed->check(out_of_range<typename ValueTraits<T>::Value>);
    }
    option.is_list = ValueTraits<T>::is_list;
    option.help = help;
    return OptionBuilder(option);
}

using Text = const std::string&;
template OptionBuilder CommandBuilder::add_option(Text, std::string&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::filesystem::path&, Text);
template OptionBuilder CommandBuilder::add_option(Text, int&, Text);
template OptionBuilder CommandBuilder::add_option(Text, unsigned&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::uint64_t&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::optional<std::string>&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::optional<int>&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::optional<std::int64_t>&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::optional<std::uint64_t>&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::vector<std::string>&, Text);
template OptionBuilder CommandBuilder::add_option(Text, std::vector<int>&, Text);

OptionBuilder CommandBuilder::add_flag(const std::string& names, bool& variable,
                                       const std::string& help) {
    OptionNode& option = node_->options.emplace_back();
    option.parsed = node_->parsed->add_flag(names, variable, help);
    option.is_flag = true;
    option.help = help;
    return OptionBuilder(option);
}

void CommandBuilder::add_version_flag(const std::string& version, const std::string& help) {
    node_->version_help = help;
    node_->parsed->set_version_flag("--version", version, help);
}

void CommandBuilder::footer(const std::string& text) {
    node_->footer = text;
}

void CommandBuilder::action(std::function<void()> run) {
    node_->parsed->callback(std::move(run));
}

void CommandBuilder::hide() {
    node_->hidden = true;
    node_->parsed->group("");
}

Command CommandBuilder::definition() const {
    return definition_of(*node_);
}

Application::Application(const std::string& name, const std::string& help)
    : Application(program_node(name, help)) {}

Application::Application(std::unique_ptr<CommandNode> owned)
    : CommandBuilder(*owned), owned_(std::move(owned)) {}

Application::Application(Application&&) noexcept = default;

Application::~Application() = default;

bool Application::parse(std::vector<std::string> words) {
    std::ranges::reverse(words); // as CLI11 takes them
    CLI::App& app = *node().parsed;
    try {
        app.parse(std::move(words));
    } catch (const CLI::Success& request) {
        app.exit(request); // prints what was asked for
        return false;
    } catch (const CLI::ParseError& error) {
        throw Refused(refusal(misuse_of(app, error)));
    }
    return true;
}

bool Application::parse(int argc, const char* const* argv) {
    return parse(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
}

} // namespace kit
