// The words of a hint on a mistake: the principle that it breaks, and what to do.
#pragma once

#include "checker/model/finding.hpp"

#include <string>
#include <string_view>

namespace kit {

struct FindingWords {
    std::string_view principle; ///< why it is wrong, in the course's words; one to three sentences
    std::string_view remedy;    ///< what to do
};

/// The words for a kind or, better, for a recognized cause such as "block-count-short". An empty or
/// unknown explanation gets the kind's words.
[[nodiscard]] FindingWords finding_words(FindingKind kind, const std::string& explanation);

} // namespace kit
