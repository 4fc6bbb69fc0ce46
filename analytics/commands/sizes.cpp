#include "analytics/commands/sizes.hpp"

#include "analytics/errors.hpp"

#include <fmt/format.h>

#include <charconv>

namespace analytics {

std::vector<std::int64_t> parse_sizes(const std::string& option, std::string_view text) {
    const auto refuse = [&]() {
        throw BadInput(fmt::format("{} takes one to three positive numbers joined by 'x', like 120 "
                                   "or 120x64x33, not '{}'.",
                                   option, text));
    };
    std::vector<std::int64_t> sizes;
    const char* next = text.data();
    const char* const end = text.data() + text.size();
    while (true) {
        std::int64_t size = 0;
        const auto [stop, error] = std::from_chars(next, end, size);
        if (error != std::errc{} || size < 1 || sizes.size() == 3) {
            refuse();
        }
        sizes.push_back(size);
        if (stop == end) {
            return sizes;
        }
        if (*stop != 'x') {
            refuse();
        }
        next = stop + 1;
    }
}

} // namespace analytics
