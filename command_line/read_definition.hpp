// A program's command line read from its CLI11 application, so that what is typed, shown and completed
// is defined in one place. For this folder: others ask CommandBuilder::definition().
#pragma once

#include "command_line/definition.hpp"

namespace CLI { // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace command_line {

/// The application with all its commands; what is in CLI11's empty group is hidden and left out.
///
/// The kind of a value follows from what it is called, by its type's name or as an argument, and from
/// its words: those of CLI11's own check for them, or others that a check's description has in braces.
/// Examples are read from the footer.
[[nodiscard]] Command read_definition(const CLI::App& app);

} // namespace command_line
