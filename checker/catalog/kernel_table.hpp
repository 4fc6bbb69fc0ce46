// The table [kernel] of lab.toml: the kernel's name and what its parameters mean.
#pragma once

#include "checker/catalog/toml_reader.hpp"
#include "checker/model/lab.hpp"

#include <string>
#include <string_view>

namespace kit {

/// A name of the table's, which C++ must take for one; empty after a note.
[[nodiscard]] std::string identifier(TomlTable& table, std::string_view key = "name",
                                     TomlTable::Need need = TomlTable::Need::required);

/// Reads the kernel's name and arguments into the lab, whose `cube` is known. `axes` 0: the file
/// doesn't say what grid it is, and extents are not checked.
void read_kernel(TomlTable kernel, Lab& lab, int axes);

} // namespace kit
