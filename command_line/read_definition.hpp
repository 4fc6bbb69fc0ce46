// A program's command line read from its CLI11 application, so that what is typed, shown and completed
// is defined in one place.
#pragma once

#include "command_line/definition.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace command_line {

/// The application with all its commands; what is in CLI11's empty group is hidden and left out.
///
/// The kind of a value follows from what it is called, by `type_name()` or as an argument: FILE, DIR
/// and LAB are completed as such. Its words are those of CLI::IsMember or offers(); where no name is
/// given, help shows the words.
///
/// Examples are read from the footer, where one begins with "Example:". The command follows on the
/// same line, or on further ones, indented by two blanks, below a caption.
[[nodiscard]] Command read_definition(const CLI::App& app);

/// A check that accepts everything, and names words for help and completion: for options whose
/// values are checked elsewhere. The words hold no blank, comma or brace.
/// They are asked for when help or a definition is made, not before every command.
[[nodiscard]] CLI::Validator offers(std::function<std::vector<std::string>()> words);
[[nodiscard]] CLI::Validator offers(std::vector<std::string> words);

} // namespace command_line
