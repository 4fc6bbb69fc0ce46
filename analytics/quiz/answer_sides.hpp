// An answer taken apart at its signs of equality.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Side {
    std::string text;
    bool is_approximate = false; ///< behind ≈
};

/// What stands between = and ≈, of "118^3 = 1643032" two sides; never empty. "8000 (20^3)" has two sides,
/// too. Quotation marks around the answer and signs that end it are gone, sizeof(float) is 4 and "13:28"
/// a division. Precondition: as from plain_signs().
[[nodiscard]] std::vector<Side> sides_of(std::string_view answer);

} // namespace kit
