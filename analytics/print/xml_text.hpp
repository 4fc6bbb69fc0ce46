// Text escaped for XML, such as SVG files and JUnit reports.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// The text with &, <, > and " written out, and U+FFFD for the two characters of Unicode that XML 1.0
/// does not allow. Precondition: printable().
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace kit
