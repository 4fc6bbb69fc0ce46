#include "analytics/count/typed_sizes.hpp"

#include "analytics/count/numeral.hpp"
#include "checker/base/exact.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// Absent where the text is not a whole number and nothing else; `largest` where it is too large.
std::optional<std::int64_t> whole_number(std::string_view text) {
    try {
        const auto number = numeral_at(text, Notation::point);
        return number && number->bytes == text.size() && number->digits == 0
                   ? std::optional(number->value.numerator())
                   : std::nullopt;
    } catch (const Overflow&) {
        return largest;
    }
}

/// Every sign that joins axes as an x.
std::string joined_by_x(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        std::size_t length = 1;
        char letter = text.front();
        for (const std::string_view sign : {"X", "*", "×", "✕", "·"}) {
            if (text.starts_with(sign)) {
                length = sign.size();
                letter = 'x';
            }
        }
        plain += letter;
        text.remove_prefix(length);
    }
    return plain;
}

/// "128" or "2^7".
std::optional<std::int64_t> number_or_power(std::string_view text) {
    const std::vector<std::string_view> parts = split_at(text, '^');
    const auto base = whole_number(parts[0]);
    if (parts.size() == 1 || !base) {
        return base;
    }
    const auto exponent = whole_number(parts[1]);
    if (parts.size() > 2 || !exponent || *base < 1 || *exponent < 0 || *exponent > 62) {
        return std::nullopt;
    }
    try {
        return checked_pow(*base, static_cast<int>(*exponent));
    } catch (const Overflow&) {
        return std::nullopt;
    }
}

} // namespace

std::optional<std::vector<std::int64_t>> sizes_by_axis(std::string_view text) {
    std::vector<std::int64_t> sizes;
    const std::string plain = joined_by_x(text);
    for (const std::string_view part : split_at(plain, 'x')) {
        const auto size = whole_number(trimmed(part, " "));
        if (!size) {
            return std::nullopt;
        }
        sizes.push_back(*size);
    }
    return sizes;
}

bool is_grouped_number(std::string_view text) {
    const std::vector<std::string_view> groups = split_at(text, ',');
    return groups.size() > 1 && whole_number(text) &&
           std::any_of(groups.begin() + 1, groups.end(),
                       [](std::string_view group) { return group.starts_with('0'); });
}

std::vector<std::int64_t> parse_sizes(const std::string& option, std::string_view text) {
    const auto sizes = sizes_by_axis(text);
    const auto is_size = [](std::int64_t size) { return size >= 1 && size < largest; };
    if (!sizes || sizes->size() > 3 || !std::ranges::all_of(*sizes, is_size)) {
        throw BadInput("{} takes one to three positive numbers joined by 'x', like 120 "
                       "or 120x64x33, not '{}'.",
                       option, text);
    }
    return *sizes;
}

std::vector<std::int64_t> read_range(const RangeRule& rule, const std::string& text) {
    const auto refuse = [&](const std::string& why) {
        const std::string numbers =
            rule.most == largest ? fmt::format("from {}", rule.least)
                                 : fmt::format("from {} to {}", rule.least, thousands(rule.most));
        const bool few = rule.most < 1024;
        throw BadInput(
            "{} {}: {}; allowed are numbers {}, such as {}, or a range such as {}{}, or {} with "
            "a step",
            rule.option, text, why, numbers, few ? "1,2,4" : "32,48,64", few ? "1:4" : "32:1024",
            rule.growth == Growth::doubling ? ", which doubles" : "", few ? "1:7:2" : "60:240:20");
    };
    const auto number = [&](std::string_view part) {
        const auto value = number_or_power(part);
        if (!value) {
            refuse(fmt::format("'{}' is not a number", part));
        }
        return *value;
    };
    std::vector<std::int64_t> sizes;
    const auto add = [&](std::int64_t size) {
        if (size < rule.least || size > rule.most) {
            refuse(fmt::format("{} is out of range", thousands(size)));
        }
        if (std::ranges::find(sizes, size) == sizes.end()) {
            sizes.push_back(size);
        }
        if (sizes.size() > rule.most_sizes) {
            refuse(fmt::format("these are more than {} sizes", thousands(rule.most_sizes)));
        }
    };
    const std::vector<std::string_view> parts =
        is_grouped_number(text) ? std::vector<std::string_view>{text} : split_at(text, ',');
    for (const std::string_view part : parts) {
        const std::vector<std::string_view> ends = split_at(part, ':');
        if (ends.size() > 3) {
            refuse(fmt::format("'{}' is not a range", part));
        }
        const std::int64_t first = number(ends[0]);
        const std::int64_t last = ends.size() > 1 ? number(ends[1]) : first;
        const bool doubles = ends.size() < 3 && rule.growth == Growth::doubling;
        const std::int64_t step = ends.size() > 2 ? number(ends[2]) : 1;
        if (last < first || step < 1 || (doubles && last > first && first < 1)) {
            refuse(fmt::format("'{}' does not go upwards", part));
        }
        for (std::int64_t size = first;; size += doubles ? size : step) {
            add(size);
            if (last - size < (doubles ? size : step)) {
                break;
            }
        }
    }
    return sizes;
}

} // namespace kit
