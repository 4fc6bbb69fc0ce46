// Values of which many are equal, each kept once and named by its place.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace kit {

class SharedList {
public:
    /// The place of this value, from 0; appended where it is new.
    std::size_t place_of(nlohmann::ordered_json value) {
        const auto [known, is_new] = places_.emplace(
            value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace),
            places_.size());
        if (is_new) {
            values_.push_back(std::move(value));
        }
        return known->second;
    }

    [[nodiscard]] const nlohmann::ordered_json& values() const { return values_; }

private:
    std::unordered_map<std::string, std::size_t> places_;
    nlohmann::ordered_json values_ = nlohmann::ordered_json::array();
};

} // namespace kit
