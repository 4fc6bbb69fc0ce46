#include "handouts/builder/words.hpp"

#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

namespace handouts {

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
        throw Unanswerable(fmt::format("A quote does not end in '{}'.", text));
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

std::string Arguments::take(std::string_view name, std::string_view otherwise) {
    const auto found = named.find(name);
    if (found == named.end()) {
        return std::string(otherwise);
    }
    std::string value = found->second;
    named.erase(found);
    return value;
}

void Arguments::finish(std::string_view allowed) const {
    if (!named.empty()) {
        throw Unanswerable(fmt::format("There is no '{}=' here; there are {}.",
                                       named.begin()->first, allowed.empty() ? "none" : allowed));
    }
}

Arguments arguments_of(const std::vector<std::string>& words) {
    Arguments arguments;
    for (const std::string& word : words) {
        const auto sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            arguments.plain.push_back(word);
        } else if (!arguments.named.emplace(word.substr(0, sign), word.substr(sign + 1)).second) {
            throw Unanswerable(fmt::format("'{}=' stands here twice.", word.substr(0, sign)));
        }
    }
    return arguments;
}

} // namespace handouts
