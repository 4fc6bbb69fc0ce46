// The words for units that a typed answer may end in.
#pragma once

#include "analytics/quiz/typed_answer.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace analytics {

/// A unit as it may be written, in lower case, with what it makes of the number before it.
struct UnitWord {
    std::string_view word;
    Unit unit;
    std::int64_t factor = 1;
    int element_bytes = 0; ///< 0 where the word does not say
};

/// All that are known.
[[nodiscard]] std::span<const UnitWord> unit_words();

} // namespace analytics
