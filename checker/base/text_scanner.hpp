// Reads what other programs print, and what strangers write: from its beginning to its end, without going back, and
// without the recursion of std::regex, which a long line makes overflow the stack.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

class TextScanner {
public:
    explicit TextScanner(std::string_view text) : rest_(text) {}

    /// Passes the word if it comes next.
    bool pass(std::string_view word);

    /// Passes everything to the end of the next such word. Without one, passes nothing.
    bool pass_to(std::string_view word);

    /// Passes spaces and tabs, if there are any.
    void pass_blanks();

    /// Passes a number of digits alone; a greater one than most_number counts as that.
    std::optional<int> number();

    /// Passes what comes before the next of these letters, or everything.
    std::string_view before(std::string_view letters);

    /// What has not been passed.
    [[nodiscard]] std::string_view rest() const { return rest_; }

    static constexpr int most_number = 999'999'999;

private:
    std::string_view rest_;
};

/// Letters, digits and '_': what names and keywords are made of.
[[nodiscard]] inline bool is_name_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

/// The text with each whole word `word` replaced.
[[nodiscard]] std::string with_word_replaced(std::string_view text, std::string_view word,
                                             std::string_view by);

} // namespace kit
