// What people type, in the signs that calculate() reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kit {

/// In lower case, with one sign for each meaning: "118³" becomes "118^3", "20 × 20" "20 * 20", a thin
/// space a space, ’ an apostrophe, ≅ becomes ≈, and an arrow or == becomes =. Of LaTeX \times, \cdot,
/// \frac and their like are read, of words "times", "cubed" and their like. Nothing is refused: what it
/// does not know stays. Precondition: valid UTF-8.
[[nodiscard]] std::string plain_signs(std::string_view text);

[[nodiscard]] constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Of the small ASCII letters, as plain_signs() leaves no others.
[[nodiscard]] constexpr bool is_letter(char letter) {
    return letter >= 'a' && letter <= 'z';
}

/// The position behind the sign that closes the parenthesis at `open`; npos where none does.
[[nodiscard]] std::size_t behind_parenthesis(std::string_view text, std::size_t open);

/// Every `from` in the text becomes `to`.
[[nodiscard]] std::string with_replaced(std::string text, std::string_view from,
                                        std::string_view to);

} // namespace kit
