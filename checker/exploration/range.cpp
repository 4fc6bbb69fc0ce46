#include "checker/exploration/range.hpp"

#include "checker/model/errors.hpp"
#include "checker/model/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace kit {

namespace {

constexpr std::size_t most_sizes = 64;

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty()
               ? std::optional(number)
               : std::nullopt;
}

/// "128" or "2^7".
std::optional<std::int64_t> number_from(std::string_view text) {
    const std::size_t power = text.find('^');
    if (power == std::string_view::npos) {
        return whole(text);
    }
    const auto base = whole(text.substr(0, power));
    const auto exponent = whole(text.substr(power + 1));
    if (!base || !exponent || *base < 1 || *exponent < 0) {
        return std::nullopt;
    }
    std::int64_t result = 1;
    for (std::int64_t i = 0; i < *exponent; ++i) {
        if (result > (std::int64_t{1} << 40) / *base) {
            return std::nullopt;
        }
        result *= *base;
    }
    return result;
}

} // namespace

std::vector<std::int64_t> read_range(const RangeRule& rule, const std::string& text) {
    const auto refuse = [&](const std::string& why) {
        throw UsageError(fmt::format(
            "{} {}: {}; allowed is a number from {} to {}, several as 32,48,64, or a range as "
            "32:1024{}",
            rule.option, text, why, with_separators(rule.least), with_separators(rule.most),
            rule.growth == Growth::doubling ? ", which doubles, or 60:240:20, by steps" : ""));
    };
    const auto number = [&](std::string_view part) {
        const auto value = number_from(part);
        if (!value) {
            refuse(fmt::format("'{}' is no number", part));
        }
        return *value;
    };
    std::vector<std::int64_t> numbers;
    const auto add = [&](std::int64_t value) {
        if (value < rule.least || value > rule.most) {
            refuse(fmt::format("{} is out of range", with_separators(value)));
        }
        if (std::find(numbers.begin(), numbers.end(), value) == numbers.end()) {
            numbers.push_back(value);
        }
        if (numbers.size() > most_sizes) {
            refuse(fmt::format("these are more than {} sizes", most_sizes));
        }
    };
    for (const std::string_view part : split(text, ',')) {
        const std::vector<std::string_view> ends = split(part, ':');
        if (ends.size() > 3) {
            refuse(fmt::format("'{}' is no range", part));
        }
        const std::int64_t first = number(ends[0]);
        const std::int64_t last = ends.size() > 1 ? number(ends[1]) : first;
        const std::int64_t step = ends.size() > 2 ? number(ends[2]) : 0;
        if (last < first || (ends.size() > 2 && step < 1) || first < 1) {
            refuse(fmt::format("'{}' does not go upwards", part));
        }
        for (std::int64_t value = first; value <= last;
             value += step > 0 ? step : (rule.growth == Growth::doubling ? value : 1)) {
            add(value);
        }
    }
    return numbers;
}

} // namespace kit
