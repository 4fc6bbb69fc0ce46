// What the manual page says that no command line knows.
#pragma once

#include "checker/command_line/man_page.hpp"

#include <string>

namespace kit {

/// `date` is the page's, as "2026-01-31".
[[nodiscard]] Manual manual(const std::string& date);

} // namespace kit
