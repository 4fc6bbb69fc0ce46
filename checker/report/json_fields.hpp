// Writes optional values to JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace kit {

/// The text, or null if it is empty.
[[nodiscard]] inline nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

} // namespace kit
