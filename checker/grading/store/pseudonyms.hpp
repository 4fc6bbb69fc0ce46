// Names for a leaderboard that tell nobody who it is: made of the student's id and a secret of the class.
//
//     leaderboard-secret   in the results folder, for its owner only; never in a page
//
// Without the secret nobody can make the pseudonym of an id that he knows. As long as it is kept, they stay the same.
#pragma once

#include "checker/grading/store/result_folder.hpp"

#include <string>
#include <string_view>

namespace kit {

/// The class's secret, made and kept when it is first asked for. Throws KitError if it cannot be kept, or if there is
/// one that is damaged: a new one would give everybody another pseudonym.
[[nodiscard]] std::string leaderboard_secret(const ResultFolder& results);

/// "7Q2M-4XDK": 40 bits of the HMAC-SHA256 (RFC 2104) of the id, in letters and digits that are not mistaken for each
/// other. In a class of 1,000 two are the same once in two million classes.
[[nodiscard]] std::string pseudonym_of(std::string_view id, std::string_view secret);

} // namespace kit
