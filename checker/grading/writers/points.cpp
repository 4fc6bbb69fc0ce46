#include "checker/grading/writers/points.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>

namespace kit {

namespace {

constexpr double steps = 1e4; // four decimals

/// Parts of a third add up to 7.499999…: what is written is the sum as people add it.
double rounded(double points) {
    const double result = std::round(points * steps) / steps;
    return result == 0 ? 0 : result;
}

} // namespace

std::string points_text(double points) {
    std::string text = fmt::format("{:.4f}", rounded(points));
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

nlohmann::ordered_json points_number(double points) {
    const double value = rounded(points);
    if (value == std::trunc(value) && std::abs(value) < 1e15) {
        return static_cast<std::int64_t>(value);
    }
    return value;
}

std::string points_of(double points, double max_points) {
    const std::string most = points_text(max_points);
    return fmt::format("{} of {} point{}", points_text(points), most, most == "1" ? "" : "s");
}

} // namespace kit
