// JSON as text and back. Written, bytes that are no UTF-8, which a student's file may have, become U+FFFD.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace kit {

/// Throws nlohmann::json::parse_error where the text is no JSON.
[[nodiscard]] nlohmann::json json_from(std::string_view text);
[[nodiscard]] nlohmann::ordered_json ordered_json_from(std::string_view text);

/// Discarded (is_discarded()) where the text is no JSON.
[[nodiscard]] nlohmann::json json_if_any(std::string_view text);
[[nodiscard]] nlohmann::ordered_json ordered_json_if_any(std::string_view text);

/// Without line breaks.
[[nodiscard]] std::string json_line(const nlohmann::json& value);
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& value);

/// Without line breaks, in ASCII.
[[nodiscard]] std::string ascii_json(const nlohmann::ordered_json& value);

/// Two blanks a level, and a line break at the end.
[[nodiscard]] std::string indented_json(const nlohmann::json& value);
[[nodiscard]] std::string indented_json(const nlohmann::ordered_json& value);

} // namespace kit
