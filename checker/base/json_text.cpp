#include "checker/base/json_text.hpp"

namespace kit {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

template <class Json>
std::string written(const Json& value, int indent, bool is_ascii = false) {
    return value.dump(indent, ' ', is_ascii, Json::error_handler_t::replace);
}

} // namespace

json json_from(std::string_view text) {
    return json::parse(text);
}

ordered_json ordered_json_from(std::string_view text) {
    return ordered_json::parse(text);
}

json json_if_any(std::string_view text) {
    return json::parse(text, nullptr, false);
}

ordered_json ordered_json_if_any(std::string_view text) {
    return ordered_json::parse(text, nullptr, false);
}

std::string json_line(const json& value) {
    return written(value, -1);
}

std::string json_line(const ordered_json& value) {
    return written(value, -1);
}

std::string ascii_json(const ordered_json& value) {
    return written(value, -1, true);
}

std::string indented_json(const json& value) {
    return written(value, 2) + "\n";
}

std::string indented_json(const ordered_json& value) {
    return written(value, 2) + "\n";
}

} // namespace kit
