// Dates and times as instructors write them, and as results name them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace kit {

/// "2026-11-20", the end of that day; "2026-11-20 23:59"; "2026-11-20T23:59:30Z" or with "+01:00".
/// Without a zone the time is this machine's. Absent if the text has none of these forms.
[[nodiscard]] std::optional<std::chrono::sys_seconds> parse_moment(const std::string& text);

/// "2026-11-20 23:59 CET", in this machine's zone or that of the class.
[[nodiscard]] std::string local_moment_text(std::chrono::sys_seconds moment);

/// "2026-11-20T22:59:00Z".
[[nodiscard]] std::string moment_text(std::chrono::sys_seconds moment);

} // namespace kit
