// Text as it may stand in an SVG file, or any other XML.
#pragma once

#include <string>
#include <string_view>

namespace analytics {

/// The text with &, <, > and " written out.
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace analytics
