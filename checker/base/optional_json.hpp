// Lets nlohmann's macros read and write members that may be absent.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>

/// null if there is no value.
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
