// What a hint says of a mistake beyond the finding's own words: the principle it breaks, and what to
// do about it.
#pragma once

#include "checker/model/finding.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

struct FindingWords {
    std::string_view
        principle;           ///< why it goes wrong, in the course's words; one to three sentences
    std::string_view remedy; ///< what to do, plainly
};

/// The words for a kind and, within it, for a recognized cause such as "block-count-short"; an
/// explanation that is empty or not known gets the kind's own words.
[[nodiscard]] FindingWords finding_words(FindingKind kind, const std::string& explanation);

/// The kind with this name in the JSON; nothing where there is none.
[[nodiscard]] std::optional<FindingKind> kind_named(std::string_view name);

} // namespace kit
