// File names that a click opens, in terminals that know the escape sequence OSC 8.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Whether the open file is a terminal that is known to show links, going by the variables that it sets.
/// FORCE_HYPERLINK in the environment decides for it: 0 is no, any other value yes.
[[nodiscard]] bool shows_links(int fd);

/// The text with every mention of one of these files, and the line and column behind it
/// ("kernel.cu:45:9"), as a link to the file. `files`: as the text writes them, relative to the current
/// folder or absolute; empty ones are passed over. The text keeps its width.
[[nodiscard]] std::string with_links(std::string_view text,
                                     const std::vector<std::filesystem::path>& files);

} // namespace kit
