#include "handouts/builder/value.hpp"

#include "analytics/notation.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace handouts {

std::string written(const analytics::Rational& value, int digits) {
    const std::string plain = value.decimal(digits);
    const bool negative = plain.front() == '-';
    const std::size_t first = negative ? 1 : 0;
    const std::size_t point = std::min(plain.find('.'), plain.size());
    std::string result = negative ? "−" : "";
    for (std::size_t i = first; i < point; ++i) {
        if (i > first && (point - i) % 3 == 0) {
            result += ',';
        }
        result += plain[i];
    }
    return result + plain.substr(point);
}

std::optional<Number> read_number(std::string_view text) {
    const auto point = text.find('.');
    std::string digits(text.substr(0, point));
    int after = 0;
    if (point != std::string_view::npos) {
        digits += text.substr(point + 1);
        after = static_cast<int>(text.size() - point - 1);
    }
    std::int64_t whole = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, whole);
    if (error != std::errc{} || stop != end || after > 15) {
        return std::nullopt;
    }
    return Number{analytics::Rational(whole, analytics::checked_pow(10, after)), after};
}

} // namespace handouts
