// A list of the class page's JSON in which values that many students share stand once.
#pragma once

#include "checker/base/json_text.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace kit {

/// Values of which many are equal: each is kept once and named by its place.
class SharedList {
public:
    using Json = nlohmann::ordered_json;

    /// The place of this value, from 0; appended where it is new.
    std::size_t place_of(Json value) {
        const auto [known, is_new] = places_.emplace(ascii_json(value), places_.size());
        if (is_new) {
            values_.push_back(std::move(value));
        }
        return known->second;
    }

    [[nodiscard]] const Json& values() const { return values_; }

private:
    std::unordered_map<std::string, std::size_t> places_;
    Json values_ = Json::array();
};

} // namespace kit
