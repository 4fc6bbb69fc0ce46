#include "command_line/application.hpp"

#include "command_line/help_text.hpp"
#include "command_line/read_definition.hpp"
#include "command_line/refusal.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace command_line {

namespace {

/// Accepts everything.
class Offers : public CLI::Validator {
public:
    explicit Offers(std::function<std::vector<std::string>()> words) : Validator("") {
        func_ = [](std::string&) { return std::string(); };
        desc_function_ = [words = std::move(words)] {
            std::string set;
            for (const std::string& word : words()) {
                set += (set.empty() ? "" : ",") + word;
            }
            return "{" + set + "}";
        };
    }
};

std::string full_path(const CLI::App& app) {
    const CLI::App* const parent = app.get_parent();
    return (parent == nullptr ? "" : full_path(*parent) + " ") + app.get_name();
}

/// With what every command takes over that is added to it.
std::unique_ptr<CLI::App> with_help(const std::string& name, const std::string& help) {
    auto app = std::make_unique<CLI::App>(help, name);
    app->formatter_fn([](const CLI::App* asked, const std::string&, CLI::AppFormatMode) {
        return help_text(read_definition(*asked), full_path(*asked));
    });
    app->set_help_flag("-h,--help", "Print this help and exit");
    return app;
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

OptionBuilder& OptionBuilder::type_name(const std::string& name) {
    option_->type_name(name);
    return *this;
}

OptionBuilder& OptionBuilder::required() {
    option_->required();
    return *this;
}

OptionBuilder& OptionBuilder::excludes(const OptionBuilder& other) {
    option_->excludes(other.option_);
    return *this;
}

OptionBuilder& OptionBuilder::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
    return *this;
}

OptionBuilder& OptionBuilder::offers(std::function<std::vector<std::string>()> words) {
    option_->check(Offers(std::move(words)));
    return *this;
}

OptionBuilder& OptionBuilder::offers(const std::vector<std::string>& words) {
    return offers([words] { return words; });
}

OptionBuilder& OptionBuilder::in_range(int least, int most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

OptionBuilder& OptionBuilder::existing_folder() {
    option_->check(CLI::ExistingDirectory);
    return *this;
}

OptionBuilder& OptionBuilder::shows_default() {
    option_->capture_default_str();
    return *this;
}

OptionBuilder& OptionBuilder::separated_by(char separator) {
    option_->delimiter(separator);
    return *this;
}

OptionBuilder& OptionBuilder::at_most_one() {
    option_->expected(1);
    return *this;
}

bool OptionBuilder::is_given() const {
    return option_->count() > 0;
}

CommandBuilder CommandBuilder::add_command(const std::string& name, const std::string& help) {
    app_->require_subcommand(1);
    CLI::App* const command = app_->add_subcommand(name, help);
    command->footer(""); // else it would take over the one above it
    return CommandBuilder(*command);
}

template <class T>
OptionBuilder CommandBuilder::add_option(const std::string& names, T& variable,
                                         const std::string& help) {
    return OptionBuilder(*app_->add_option(names, variable, help));
}

template OptionBuilder CommandBuilder::add_option(const std::string&, std::string&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::filesystem::path&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, int&, const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, unsigned&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::uint64_t&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::optional<std::string>&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::optional<int>&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::optional<std::int64_t>&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::optional<std::uint64_t>&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::vector<std::string>&,
                                                  const std::string&);
template OptionBuilder CommandBuilder::add_option(const std::string&, std::vector<int>&,
                                                  const std::string&);

OptionBuilder CommandBuilder::add_flag(const std::string& names, bool& variable,
                                       const std::string& help) {
    return OptionBuilder(*app_->add_flag(names, variable, help));
}

void CommandBuilder::add_version_flag(const std::string& version, const std::string& help) {
    app_->set_version_flag("--version", version, help);
}

void CommandBuilder::footer(const std::string& text) {
    app_->footer(text);
}

void CommandBuilder::action(std::function<void()> run) {
    app_->callback(std::move(run));
}

void CommandBuilder::hide() {
    app_->group("");
}

Command CommandBuilder::definition() const {
    return read_definition(*app_);
}

Application::Application(const std::string& name, const std::string& help)
    : Application(with_help(name, help)) {}

Application::Application(std::unique_ptr<CLI::App> owned)
    : CommandBuilder(*owned), owned_(std::move(owned)) {}

Application::Application(Application&&) noexcept = default;

Application::~Application() = default;

bool Application::parse(std::vector<std::string> words,
                        const std::vector<std::string>& other_commands) {
    std::reverse(words.begin(), words.end()); // as CLI11 takes them
    try {
        app().parse(std::move(words));
    } catch (const CLI::Success& request) {
        app().exit(request); // prints what was asked for
        return false;
    } catch (const CLI::ParseError& error) {
        Misuse misuse = misuse_of(app(), error);
        std::vector<std::string>& commands = misuse.levels.front().commands;
        commands.insert(commands.end(), other_commands.begin(), other_commands.end());
        throw Refused(refusal(misuse));
    }
    return true;
}

bool Application::parse(int argc, const char* const* argv,
                        const std::vector<std::string>& other_commands) {
    return parse(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), other_commands);
}

} // namespace command_line
