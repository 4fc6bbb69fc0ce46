#include "analytics/commands/sweep_range.hpp"

#include "analytics/errors.hpp"
#include "analytics/notation.hpp"

#include <fmt/format.h>

#include <charconv>

namespace analytics {

namespace {

constexpr std::int64_t most_sizes = 1000;

} // namespace

std::vector<std::int64_t> parse_range(const std::string& option, const std::string& text,
                                      std::int64_t least) {
    const auto refuse = [&](const std::string& reason) {
        throw BadInput(fmt::format("{} takes a range such as 4:32, or 60:240:20 with a step, not "
                                   "'{}'{}.",
                                   option, text, reason));
    };
    std::vector<std::int64_t> numbers;
    const char* next = text.data();
    const char* const end = text.data() + text.size();
    while (true) {
        std::int64_t number = 0;
        const auto [stop, error] = std::from_chars(next, end, number);
        if (error != std::errc{} || number < (numbers.size() == 2 ? 1 : least) ||
            numbers.size() == 3 || (stop != end && *stop != ':')) {
            refuse("");
        }
        numbers.push_back(number);
        if (stop == end) {
            break;
        }
        next = stop + 1;
    }
    if (numbers.size() < 2) {
        refuse(", which is one size");
    }
    const std::int64_t step = numbers.size() == 3 ? numbers[2] : 1;
    if (numbers[1] < numbers[0]) {
        refuse(", which ends below its beginning");
    }
    const std::int64_t count = (numbers[1] - numbers[0]) / step + 1;
    if (count > most_sizes) {
        refuse(fmt::format(", which has {} sizes: {} are the most", grouped(count),
                           grouped(most_sizes)));
    }
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < count; ++i) {
        sizes.push_back(numbers[0] + i * step);
    }
    return sizes;
}

} // namespace analytics
