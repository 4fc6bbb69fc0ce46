// Times as platforms write them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace kit {

/// "2026-11-20 22:59:30.123456789 Z", "2026-11-20T14:22:32.365935-07:00", "2026-11-20 15:58:23.9 Europe/Berlin". Absent
/// if it has no zone, or one that this machine does not know.
[[nodiscard]] std::optional<std::chrono::sys_seconds> platform_moment(const std::string& text);

/// "Tuesday, 24 November 2026, 7:30 PM" and the like: day, month by its name in one of seven languages, year and time,
/// in this machine's zone. Absent if one of them is missing.
[[nodiscard]] std::optional<std::chrono::sys_seconds> written_moment(const std::string& text);

} // namespace kit
