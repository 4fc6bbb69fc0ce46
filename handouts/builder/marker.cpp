#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

namespace kit {

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    bool quoted = false;
    for (const char letter : text) {
        if (letter == '"') {
            quoted = !quoted;
            in_word = true;
        } else if (letter == ' ' && !quoted) {
            if (in_word) {
                words.push_back(std::move(word));
                word.clear();
            }
            in_word = false;
        } else {
            word += letter;
            in_word = true;
        }
    }
    if (quoted) {
        throw MarkerError(fmt::format("A quote does not end in '{}'.", text));
    }
    if (in_word) {
        words.push_back(std::move(word));
    }
    return words;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

MarkerArguments::MarkerArguments(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const auto sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            plain.push_back(word);
        } else if (!named.emplace(word.substr(0, sign), word.substr(sign + 1)).second) {
            throw MarkerError(fmt::format("'{}=' is given twice.", word.substr(0, sign)));
        }
    }
}

std::optional<std::string> MarkerArguments::take(std::string_view key) {
    const auto found = named.find(key);
    if (found == named.end()) {
        return std::nullopt;
    }
    std::string value = std::move(found->second);
    named.erase(found);
    return value.empty() ? std::nullopt : std::optional(std::move(value));
}

void MarkerArguments::finish(std::string_view allowed) const {
    if (!named.empty()) {
        throw MarkerError(fmt::format("There is no '{}=' here; there are {}.", named.begin()->first,
                                      allowed.empty() ? "none" : allowed));
    }
}

} // namespace kit
