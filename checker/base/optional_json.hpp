// Values that may be absent, in JSON: null.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

/// For nlohmann's macros.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
    static void to_json(json& json, const std::optional<T>& value) {
        json = value ? nlohmann::json(*value) : nlohmann::json();
    }

    static void from_json(const json& json, std::optional<T>& value) {
        if (!json.is_null()) {
            value = json.get<T>();
        }
    }
};

namespace kit {

/// The text, or null if it is empty.
[[nodiscard]] inline nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

} // namespace kit
