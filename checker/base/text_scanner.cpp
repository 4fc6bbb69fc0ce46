#include "checker/base/text_scanner.hpp"

#include <algorithm>

namespace kit {

bool TextScanner::pass(std::string_view word) {
    if (!rest_.starts_with(word)) {
        return false;
    }
    rest_.remove_prefix(word.size());
    return true;
}

bool TextScanner::pass_to(std::string_view word) {
    const std::size_t at = rest_.find(word);
    if (at == std::string_view::npos) {
        return false;
    }
    rest_.remove_prefix(at + word.size());
    return true;
}

void TextScanner::pass_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
}

std::optional<int> TextScanner::number() {
    const std::string_view digits = rest_.substr(0, rest_.find_first_not_of("0123456789"));
    rest_.remove_prefix(digits.size());
    if (digits.empty()) {
        return std::nullopt;
    }
    int value = 0;
    for (const char digit : digits) {
        value = value > (most_number - 9) / 10 ? most_number : value * 10 + (digit - '0');
    }
    return value;
}

std::string_view TextScanner::before(std::string_view letters) {
    const std::string_view passed = rest_.substr(0, rest_.find_first_of(letters));
    rest_.remove_prefix(passed.size());
    return passed;
}

std::string with_word_replaced(std::string_view text, std::string_view word, std::string_view by) {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at > 0 && is_name_letter(text[at - 1])) ||
            (end < text.size() && is_name_letter(text[end]))) {
            continue;
        }
        result += text.substr(copied, at - copied);
        result += by;
        copied = end;
    }
    return result.append(text.substr(copied));
}

} // namespace kit
