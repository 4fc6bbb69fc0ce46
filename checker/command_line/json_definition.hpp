// A definition as data for programs: other shells, editors, and the tests of the definitions themselves.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>

namespace kit {

/// One JSON document. A command: `name`, `help`, `notes`, `examples[]` (`caption`, `lines[]`),
/// `arguments[]` (`value`, `required`, `help`), `options[]` (`names[]`, `value` or null, `help`),
/// `commands[]`. A value: `name`, `kind` (text, words, file, folder, lab), `words[]`,
/// `repeated`, `standard`.
[[nodiscard]] std::string json_definition(const Command& program);

} // namespace kit
