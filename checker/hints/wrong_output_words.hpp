// The words for a wrong output, which has the most causes: one entry for each that a diagnosis can
// recognize.
#pragma once

#include "checker/hints/finding_words.hpp"

#include <optional>
#include <string_view>

namespace kit {

/// For an output whose cause was not recognized.
[[nodiscard]] FindingWords wrong_output_words();

/// For a recognized cause; nothing where this kit does not know it.
[[nodiscard]] std::optional<FindingWords> wrong_output_words(std::string_view explanation);

} // namespace kit
