// Times as platforms write them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace kit {

/// "2026-11-20 22:59:30.123456789 Z", "2026-11-20T14:22:32.365935-07:00", "2026-11-20 15:58:23.9 Europe/Berlin". Absent
/// if it has no zone, or one that this machine does not know.
[[nodiscard]] std::optional<std::chrono::sys_seconds> platform_moment(const std::string& text);

} // namespace kit
