// What people type, in the signs that calculate() reads.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// In lower case, with one sign for each meaning: "20 × 20" becomes "20 * 20", a thin space a space,
/// ’ an apostrophe, ≅ becomes ≈, and an arrow or == becomes =. Of LaTeX \times, \cdot, \frac and their
/// like are read, of words "times", "cubed" and their like; sizeof(float) is 4. Nothing is refused: what
/// it does not know stays. Precondition: valid UTF-8.
[[nodiscard]] std::string plain_signs(std::string_view text);

/// Whether a list such as "block|thread block" has this word.
[[nodiscard]] bool has_word(std::string_view list, std::string_view word);

} // namespace kit
